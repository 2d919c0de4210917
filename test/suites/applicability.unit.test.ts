/** Why a requirement is not judged: by configuration, or by a reading, and with which remedy. */
import { describe, expect, test } from "vitest";
import { openPoints } from "../../spec/open-points.ts";
import { duties } from "../../spec/operations.ts";
import { requirements, type Need } from "../../spec/requirements/index.ts";
import { needKinds } from "../../spec/requirements/needs.ts";
import type { ConfiguredTarget, Inapplicable } from "../../spec/requirements/at-hand.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OpenPointId, OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import type { FilesWanted } from "../../spec/vocabulary/target.ts";
import { applicability } from "../../suites/engine/plan/applicability.ts";

const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
const whole: ConfiguredTarget = {
  name: "vendor",
  access: "read-write",
  credentials: { email: "a@b.example", password: "p", privateKey: "k" },
  secondUser: { sharesOrganization: false },
  organization: "acme",
  people: [
    { account: "first", may: duties },
    { account: "user-0", groups: ["others"], may: duties },
  ],
  workflows: [
    { id: "1", name: "One", actions: [action] },
    { id: "2", name: "Two", actions: [action] },
  ],
};
const process = { gating: "listed", path: ["next"], by: "group", workflows: { "1": { atMost: { open: 3 } } } } as const;
const known: Profile = {
  readings: {
    ...Object.fromEntries(openPoints.map((point) => [point.id, { value: point.example, evidence: "seen" }])),
    "action-gating": { value: process, evidence: "seen" },
  },
};

/** What differs from a whole configuration and a known profile, and what is said then. */
interface Situation {
  readonly target?: Partial<Record<keyof ConfiguredTarget, unknown>>;
  readonly readings?: { readonly [Id in OpenPointId]?: OpenPointValues[Id] };
  readonly reason: string;
  readonly status?: Inapplicable["status"];
}

/** @param isOther true where the second workflow has the form as well */
function withSchema(properties: JsonObject, isOther = true): Situation["target"] {
  const dataSchema = { type: "object", additionalProperties: false, properties };
  const workflows = whole.workflows.map((flow, at) =>
    at === 0 || isOther ? { ...flow, actions: [{ ...action, dataSchema }] } : flow,
  );
  return { workflows };
}
const withFiles = (files: FilesWanted, more: { readonly appends?: boolean } = {}): Situation["target"] => ({
  workflows: whole.workflows.map((flow) => ({ ...flow, actions: [{ ...action, files, ...more }] })),
});
const unread = (id: OpenPointId): Situation => ({
  readings: { [id]: undefined },
  reason: `no reading of the open point ${id} was found (nothing was seen); pin it in environments.vendor.openPoints.${id}`,
  status: "inconclusive",
});
const refused = (trait: string): Situation => ({
  readings: { "input-features": { accepted: [], refused: [trait] } },
  reason: `this target refuses such input (${trait}), which the interface allows`,
});
const noCursors = "this target's pages carry no cursors, which the interface allows";
const nowhere = { path: null, encoding: "json", exact: true } as const;
const text: JsonObject = { type: "string", maxLength: 100 };

const situations: Readonly<Record<Need, Situation>> = {
  "write-access": {
    target: { access: "read-only" },
    reason: "the environment is read-only; set environments.vendor.access: read-write to let the run create traces",
  },
  "credential-login": {
    target: { credentials: { privateKey: "k" } },
    reason:
      "no email and password are configured; supply environments.vendor.credentials.email and environments.vendor.credentials.password",
  },
  "private-key-login": {
    target: { credentials: { email: "a", password: "b" } },
    reason: "no private key is configured; supply environments.vendor.credentials.privateKey",
  },
  "wrong-passwords": {
    target: { wrongPasswords: 0 },
    reason:
      "no wrong password is sent for a real account where the environment is read-only or a production, as it might lock the account; judge it in a test environment with access: read-write, or set environments.vendor.probeWrongPasswords",
  },
  "wrong-password-v2": {
    target: { wrongPasswords: 1, seed: 1 },
    reason:
      "this run's only wrong password is sent to the legacy login; another seed sends it here, or set environments.vendor.probeWrongPasswords: 2",
  },
  "wrong-password-legacy": {
    target: { wrongPasswords: 1, seed: 2 },
    reason:
      "this run's only wrong password is sent to the v2 login; another seed sends it here, or set environments.vendor.probeWrongPasswords: 2",
  },
  "second-user": {
    target: { secondUser: undefined },
    reason: "no second user is configured; supply environments.vendor.secondUser",
  },
  "separate-organization": {
    target: { secondUser: { sharesOrganization: true } },
    reason:
      "nothing says that the second user shares no organization with the first; set environments.vendor.secondUser.sharesOrganization: false where that is so",
  },
  organization: {
    target: { organization: undefined },
    reason: "no organization is configured; supply environments.vendor.organization",
  },
  workflow: {
    target: { workflows: [] },
    reason:
      "no workflow is configured, nor named by the organization's list; name one with environments.vendor.workflows[].id",
  },
  "known-workflow": {
    target: { workflows: [{ id: "1", actions: whole.workflows[0]?.actions ?? [], isFromList: true }] },
    reason:
      "no workflow is configured that the list must name; name one with environments.vendor.workflows[].id (the target lists 1)",
  },
  readable: {
    target: { organization: undefined, workflows: [] },
    reason:
      "nothing that could be read with a token is configured; supply environments.vendor.organization, environments.vendor.workflows[].id or environments.vendor.knownTraces",
  },
  "second-workflow": {
    target: { workflows: whole.workflows.slice(0, 1) },
    reason: "only one workflow is configured; add a second to environments.vendor.workflows",
  },
  "workflow-name": {
    target: { workflows: whole.workflows.map(({ id, actions }) => ({ id, actions })) },
    reason: "no workflow's name is configured; supply environments.vendor.workflows[].name",
  },
  "files-taken": {
    target: withFiles("none"),
    reason: "no action of this target takes files, as its configuration says",
  },
  "creation-with-several-files": {
    target: { workflows: whole.workflows.map((flow) => ({ ...flow, actions: [{ ...action, files: "none" }] })) },
    reason: "no action of this target that creates a trace takes several files",
  },
  "files-of-several-actions": {
    target: withFiles({ most: 1 }),
    readings: {
      "action-gating": { gating: "ordered", workflows: { "1": { ends: ["open"] }, "2": { ends: ["open"] } } },
    },
    reason:
      "no trace of this target takes files of several actions: each other action was refused with one, or cannot follow",
  },
  "files-later": {
    target: withFiles("none"),
    reason: "no action of this target that is appended takes files: each was refused with one, and taken without",
  },
  "two-files": {
    target: withFiles({ most: 1 }, { appends: false }),
    reason:
      "no trace of this target takes two files: its actions take one at most, and no two of them can be on one trace",
  },
  "empty-file": {
    target: withFiles({ types: [".pdf"], genuine: true }),
    reason:
      "each action of this target that takes files looks into them, and takes those of certain types alone, which are never empty",
  },
  "tells:files-of-one-name": {
    readings: {
      "digest-location": { where: "state", path: ["documents", "{*}"] },
      "digest-algorithm": { algorithm: "opaque", encoding: "hex", prefix: "" },
    },
    reason:
      "this target names the file at each digest and no more, so that nobody can tell two of one name apart, which the interface allows",
  },
  "three-actions": {
    readings: {
      "action-gating": { gating: "ordered", workflows: { "1": { mostActions: 2 }, "2": { mostActions: 2 } } },
    },
    reason:
      "the process of this target lets no trace have three actions, so that none grows behind a page of the first",
  },
  "creation-without-files": {
    target: withFiles("some"),
    reason: "no action of this target that creates a trace comes without files",
  },
  "append-action": {
    target: { workflows: whole.workflows.map((flow) => ({ ...flow, actions: [{ ...action, appends: false }] })) },
    reason:
      "no action that can be appended is configured; add one to environments.vendor.workflows[].actions, or say appends: true of one that creates",
  },
  "reading:digest-list-query": unread("digest-list-query"),
  "reading:digest-location": unread("digest-location"),
  "reading:link-data": unread("link-data"),
  "reading:state-data": unread("state-data"),
  "reading:search-keys": unread("search-keys"),
  "reading:search-workflow-key": unread("search-workflow-key"),
  "reading:legacy-details-input": unread("legacy-details-input"),
  "reading:page-cursors": unread("page-cursors"),
  "shows:data": {
    readings: { "link-data": nowhere, "state-data": { ...nowhere, fold: "replace" } },
    reason: "this target shows action data neither in links nor in the state, which the interface allows",
  },
  "shows:data-in-links": {
    readings: { "link-data": nowhere },
    reason: "this target's links do not tell which action they stand for, which the interface allows",
  },
  "shows:searched-data": {
    readings: { "state-data": { ...nowhere, fold: "replace" }, "search-keys": undefined },
    reason:
      "this target shows none of the data sent in its state, so what a filter matches cannot be told; pin openPoints.search-keys to have it judged",
  },
  "shows:lasting-places": {
    readings: { "link-order": { order: "newest-first" } },
    reason:
      "this target shows the newest link first, so that every action moves the others, which the interface allows",
  },
  "shows:cursors": { readings: { "page-cursors": { start: false, end: false } }, reason: noCursors },
  "shows:start-cursor": { readings: { "page-cursors": { start: false, end: true } }, reason: noCursors },
  "shows:end-cursor": { readings: { "page-cursors": { start: true, end: false } }, reason: noCursors },
  "unfit-action": {
    target: { people: undefined, workflows: whole.workflows },
    reason:
      "each configured action may begin a trace, and each user may do all of them, as far as is known; see environments.vendor.workflows[].actions and environments.vendor.users[].groups",
  },
  "process:together": {
    readings: {
      "action-gating": { gating: "ordered", workflows: { "1": { next: { open: [] } }, "2": { next: { open: [] } } } },
    },
    reason: "the process of the workflow lets no two actions of a trace come in any order, which the interface allows",
  },
  "process:gate": {
    readings: { "action-gating": { gating: "free" } },
    reason: "no process was observed that keeps an action from coming at some time, which the interface allows",
  },
  "process:listed": {
    readings: { "action-gating": { gating: "ordered", workflows: { "1": { ends: ["open"] } } } },
    reason: "the state of this target was not seen to list which actions may come next, which the interface allows",
  },
  "process:once": {
    readings: { "action-gating": { gating: "free" } },
    reason: "no process was observed by which an action may come once and not again, which the interface allows",
  },
  "takes:first-after": {
    readings: { "page-combinations": { "first-after": "refused" } },
    reason: "this target does not take first with after; the rules for combining are not shown",
  },
  "takes:last-before": {
    readings: { "page-combinations": { "last-before": "ignored" } },
    reason: "this target does not take last with before; the rules for combining are not shown",
  },
  "takes:long-text": refused("data.long"),
  "takes:deep-data": refused("data.deep"),
  "takes:unicode": refused("data.emoji"),
  "takes:empty-file": refused("file.empty"),
  "takes:same-file-name": refused("file.same-name"),
  "schema:marker": {
    target: withSchema({ amount: { type: "integer" }, kind: { enum: ["a", "b"] } }),
    reason: "the schema of action open leaves no room for a text that tells traces apart",
  },
  "schema:lone-marker": {
    target: withSchema({ serial: { type: "string", pattern: "^[A-Z]{3}[0-9]{4}$" } }),
    reason:
      "the schema of action open leaves no room for a text that no other trace has, which tells a trace that was never created",
  },
  "schema:filters": {
    target: withSchema({ subject: text, amount: { type: "integer" } }),
    reason: "the schema of action open names too few members that a filter can name",
  },
  "schema:such-data": {
    target: withSchema({ subject: { ...text, maxLength: 20, pattern: "^[a-z~0-9]+$" } }),
    reason: "the schema of action open leaves no room for such data",
  },
};

/** What several situations at once leave out. */
function leftOut(...all: readonly Situation[]): ReturnType<typeof applicability> {
  const readings = Object.entries(Object.assign({}, ...all.map((one) => one.readings)) as object);
  const changed = readings.map(([id, value]: [string, unknown]) => [
    id,
    value === undefined ? { evidence: "nothing was seen." } : { value, evidence: "seen" },
  ]);
  const target = Object.assign({}, whole, ...all.map((one) => one.target)) as ConfiguredTarget;
  return applicability(target, { readings: { ...known.readings, ...Object.fromEntries(changed) } });
}

test("a whole configuration and a known profile leave nothing out", () => {
  expect([...leftOut()]).toEqual([]);
});

describe.each(Object.entries(situations) as [Need, Situation][])("without %s", (need, situation) => {
  const left = leftOut(situation);
  const needing = requirements.filter(({ needs = [] }) => needs.includes(need));

  test("the reason says so, and names the key that supplies it", () => {
    const { reason, status = "skipped" } = situation;
    expect(needKinds[need].missing({ target: whole, profile: known, schemas: {} }, "DATA-01")).toBeUndefined();
    if (needing.length > 0) expect([...left.values()]).toContainEqual(expect.objectContaining({ reason, status }));
    if (need !== "schema:such-data") for (const { id } of needing) expect(left.get(id), id).toBeDefined();
  });
});

describe("what more is missing takes nothing back, and what is skipped stays so", () => {
  const alone = Object.values(situations).map((situation) => ({ situation, left: leftOut(situation) }));
  const membersOf = ({ target, readings }: Situation) => Object.keys({ ...target, ...readings });

  test.each(Object.keys(situations).map((need, at) => [need, at] as const))("%s, with each other", (_, at) => {
    const [one, ...others] = alone.slice(at);
    for (const other of others) {
      const names = new Set(membersOf(other.situation));
      if (!one || membersOf(one.situation).some((name) => names.has(name))) continue;
      const both = leftOut(one.situation, other.situation);
      for (const { left } of [one, other])
        for (const [id, { status }] of left)
          expect(both.get(id)?.status, `${id}: ${other.situation.reason}`).toMatch(
            status === "skipped" ? /^skipped$/ : /./,
          );
    }
  });
});

test("where nothing may be written, a reading that nothing showed is no gap", () => {
  const read = { target: { access: "read-only" }, reason: "" } as const;
  const left = leftOut(read, unread("digest-location"), unread("search-keys"));
  expect([...new Set([...left.values()].map(({ status }) => status))]).toEqual(["skipped"]);
  expect(left.get("EQUIV-04")?.reason).toBe(
    "nothing may be written, and without that no reading of the open point search-keys was found (nothing was seen); pin it in environments.vendor.openPoints.search-keys",
  );
});

test("every need of a requirement is judged in its order: the first that is skipped is told", () => {
  const all = leftOut(situations["reading:page-cursors"], situations["shows:data-in-links"]);
  expect(all.get("PAGE-03")).toMatchObject({ status: "skipped", reason: situations["shows:data-in-links"].reason });
  expect(all.get("PAGE-05")).toMatchObject({ status: "inconclusive", ifAnswered: true });
});

test("a reading that says nowhere is an answer", () => {
  const nothing = leftOut(situations["shows:data"], situations["shows:cursors"], {
    readings: { "legacy-details-input": { form: "ignored", neutral: null } },
    reason: "",
  });
  for (const { id, needs = [] } of requirements)
    if (needs.some((need) => /^reading:(link-data|state-data|page-cursors|legacy-details-input)$/.test(need)))
      expect(nothing.get(id)?.status, id).toBe("skipped");
});

test("data of a kind for which a schema leaves room are judged", () => {
  const found = (properties: JsonObject): string[] =>
    [...leftOut({ target: withSchema(properties), reason: "" })]
      .map(([id]) => id)
      .filter((id) => id.startsWith("DATA"));
  expect(found({ subject: text, amount: { type: "integer" }, other: text })).toEqual(
    expect.arrayContaining(["DATA-03", "DATA-04", "DATA-08", "DATA-09"]),
  );
  expect(found({ subject: text, amount: { type: "integer" }, other: text })).not.toContain("DATA-01");
  expect(found({ subject: text, details: { type: "object" } })).toEqual([]);
});

test("data of every kind are judged where another workflow takes any, and shows them in its state", () => {
  const target = withSchema({ subject: text }, false);
  const ofData = (readings: Situation["readings"]): string[] =>
    [...leftOut({ target, reason: "", ...(readings ? { readings } : {}) }).keys()].filter((id) =>
      id.startsWith("DATA"),
    );
  expect(ofData(undefined)).toEqual([]);
  const nowhere = { path: null, fold: "shallow-merge", encoding: "json", exact: false } as const;
  expect(ofData({ "state-data": nowhere })).toContain("DATA-04");
});

test("that no action takes files is open until the configuration says it", () => {
  const learnt = { gating: "ordered", workflows: {}, files: { "1": { open: "none" }, "2": { open: "none" } } } as const;
  const profile: Profile = { readings: { ...known.readings, "action-gating": { value: learnt, evidence: "seen" } } };
  const found = applicability(whole, profile).get("FILE-01");
  expect(found).toMatchObject({
    status: "inconclusive",
    unjudged: { remedy: "say files: none of each in environments.vendor.workflows[].actions, if that is so" },
  });
});

test("a process that showed itself only while the scripts ran is judged as far as they went", () => {
  const late = { value: process, evidence: "seen", seenLate: true } as const;
  const found = applicability(whole, { readings: { ...known.readings, "action-gating": late } });
  for (const id of ["GATE-02", "GATE-03"] as const)
    expect(found.get(id)).toMatchObject({
      status: "skipped",
      unjudged: {
        remedy: "say it beforehand (after, atMost or ends in environments.vendor.workflows[].actions)",
      },
    });
});
