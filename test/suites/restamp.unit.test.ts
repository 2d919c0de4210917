/** Markers are written anew when a script runs again. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import {
  asKnown,
  inKnownForms,
  restamp,
  restampEach,
  restampFor,
  TextsSent,
} from "../../suites/engine/plan/restamp.ts";

const run = "20270131-abc123";
const script: Script = {
  id: "s",
  title: "s",
  steps: [
    { op: "create", face: "v2", as: "t", data: { tcRun: run, tcMark: `state~${run}~1`, __proto__: 1, note: "abc" } },
    { op: "search", face: "v2", filters: { tcMark: `STATE~${run.toUpperCase()}~1` } },
    { op: "search", face: "v2", filters: { tcMark: `state~${run}~` }, until: { includes: ["$t"] } },
  ],
};

test("in documents, in filters, and in near misses", () => {
  const again = JSON.stringify(restamp(script, "other-run"));
  expect(again).not.toContain(run);
  expect(again).not.toContain(run.toUpperCase());
  expect(again).toContain("state~other-run~1");
  expect(again).toContain("STATE~OTHER-RUN~1");
  expect(again).toContain('"note":"abc"');
});

test("a script without markers stays as it is", () => {
  const plain: Script = { id: "p", title: "p", steps: [{ op: "workflows", face: "v2" }] };
  expect(restamp(plain, "other-run")).toBe(plain);
});

test("the run is told from the middle of a marker in a member of the target's own", () => {
  const data = { subject: `state~${run}~1` };
  const marked: Script = {
    ...script,
    steps: [
      { op: "create", face: "v2", as: "t", data, markerAt: ["subject"] },
      { op: "search", face: "v2", filters: data },
    ],
  };
  expect(JSON.stringify(restamp(marked, "other-run"))).not.toContain(run);
});

test("where there is little room, the day stays away", () => {
  const data = { river: "t~abc123~1x2y3z" };
  const short: Script = {
    ...script,
    steps: [
      { op: "create", face: "v2", as: "t", data, markerAt: ["river"] },
      { op: "create", face: "v2", as: "u", data: { tcRun: run, tcMark: `state~${run}~1` } },
      { op: "search", face: "v2", filters: data },
    ],
  };
  const again = JSON.stringify(restamp(short, "20270201-xyz789r2"));
  expect(again).not.toContain("abc123");
  expect(again.match(/"t~xyz789r2~1x2y3z"/g)).toHaveLength(2);
  expect(again).toContain("state~20270201-xyz789r2~1");
  expect(restamp(short, run)).toEqual(short);
});

test("scripts that once failed share no mark, though one may be a smaller form of another", () => {
  const session = { environment: { workflows: [] }, profile: { readings: {} }, plan: { runId: "20270201-xyz789" } };
  const again = restampEach(session, [script, { ...script, id: "s/smaller-1" }]).map(({ id, steps }) => {
    const text = JSON.stringify(steps);
    expect(text).not.toContain(run);
    return [id, text.match(/state~[^~]+~/g)?.[0]];
  });
  expect(again).toEqual([
    ["s", "state~20270201-xyz789c0~"],
    ["s/smaller-1", "state~20270201-xyz789c1~"],
  ]);
});

describe("a script that was made before its service was seen to take less", () => {
  const day = { type: "string", format: "date" };
  const schema: JsonObject = {
    type: "object",
    required: ["subject", "on"],
    properties: { subject: { type: "string" }, on: day },
    additionalProperties: false,
  };
  const workflow = (dataSchema: JsonObject) => ({
    id: "1",
    actions: [{ key: "open", groupLabel: "all", creates: true, appends: false, dataSchema }],
  });
  const configured = [workflow(schema)];
  const known = [workflow({ ...schema, properties: { subject: { type: "string" }, on: { enum: ["2026-01-02"] } } })];
  const create = (data: JsonObject, traits: readonly string[] = []): Script["steps"][number] => ({
    ...{ op: "create", face: "v2", as: "t", workflow: 0, action: "open", markerAt: ["subject"] },
    ...{ data, traits },
  });
  const later = { subject: `state~${run}~1`, on: "2097-05-06" };

  test("brings what is taken, and looks for that", () => {
    const steps: Script["steps"] = [create(later), { op: "search", face: "v2", filters: { on: "2097-05-06" } }];
    const [written, search] = inKnownForms({ ...script, steps }, configured, known).steps;
    expect(written).toMatchObject({ data: { subject: later.subject, on: "2026-01-02" } });
    expect(search).toMatchObject({ filters: { on: "2026-01-02" } });
  });

  test("keeps what was wrong on purpose, what is unusual, and everything where nothing was seen", () => {
    const wrong = { subject: "s", on: "no day" };
    const steps = [create(wrong), create(later, ["unfit.form"])];
    expect(inKnownForms({ ...script, steps }, configured, known).steps).toEqual(steps);
    expect(inKnownForms({ ...script, steps: [create(later)] }, configured, configured).steps).toEqual([create(later)]);
  });

  test("keeps what probes sent on one trace, where it was tried before it was known", () => {
    const joined: Script = { ...script, id: "probes/trace/3", steps: [create(later)] };
    expect(inKnownForms(joined, configured, known)).toBe(joined);
  });
});

describe("a script that brings texts of its own, where there is room for few", () => {
  const dataSchema = { type: "object", properties: { number: { type: "string", pattern: "^0[1-4]-[0-9]$" } } };
  const enrol = { key: "enrol", groupLabel: "site", creates: true, appends: false, ownTexts: true, dataSchema };
  const data = (at: number) => ({
    tcRun: "20270131-3f9k2c",
    tcMark: `m~20270131-3f9k2c~${String(at)}`,
    number: "01-1",
  });
  const create = (at: number) => ({ op: "create", face: "v2", workflow: 0, action: "enrol", data: data(at) }) as const;
  const numbersIn = ({ steps }: Script) =>
    steps.map((step) => ("op" in step && step.op === "create" ? step.data["number"] : ""));
  const known = () => ({
    environment: { workflows: [{ id: "1", actions: [enrol] }] },
    profile: { readings: {} },
    plan: { runId: "20270131-3f9k2c" },
    textsSent: new TextsSent(),
  });
  const runs = Array.from({ length: 25 }, (_, at) => `20270131-3f9k2cr${String(at)}`);

  test("a smaller one has none that was sent, and a planned one what follows from its marks", () => {
    const session = known();
    const before = numbersIn(asKnown(session, { id: "a", title: "a", steps: [create(0)] }));
    const smaller: Script = { id: "b/smaller-1", title: "b", steps: [create(1)] };
    const numbers = runs.flatMap((run) => numbersIn(restampFor(session, smaller, run)));
    expect(new Set([...before, ...numbers]).size).toBe(26);
    const planned: Script = { id: "c", title: "c", steps: [create(2)] };
    const again = runs.map((run) => numbersIn(restampFor(session, planned, run)));
    expect(again).toEqual(runs.map((run) => numbersIn(restampFor(known(), planned, run))));
    expect(new Set(again.flat()).size).toBeLessThan(25);
  });

  test("what it sends twice on purpose stays twice", () => {
    const twice: Script = { id: "b/smaller-2", title: "b", steps: [create(1), create(1)] };
    const [one, other] = numbersIn(restampFor(known(), twice, "20270131-3f9k2cr1"));
    expect([one, other]).toEqual([one, one]);
  });
});
