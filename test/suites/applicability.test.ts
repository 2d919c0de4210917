/** Why a requirement is not judged: by configuration, or by a reading, and with which remedy. */
import { describe, expect, test } from "vitest";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { OpenPointId, Profile } from "../../spec/vocabulary/profile.ts";
import { openPoints } from "../../spec/open-points/registry.ts";
import { applicability, type ApplicabilityTarget, type Inapplicable } from "../../suites/engine/applicability.ts";

const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
const whole: ApplicabilityTarget = {
  name: "vendor",
  access: "read-write",
  credentials: { email: "a@b.example", password: "p", privateKey: "k" },
  secondUser: { sharesOrganization: false },
  organization: "acme",
  workflows: [
    { id: "1", name: "One", actions: [action] },
    { id: "2", name: "Two", actions: [action] },
  ],
};
const known = {
  readings: Object.fromEntries(openPoints.map((point) => [point.id, { value: point.example, evidence: "seen" }])),
} as Profile;

function without(profile: Profile, id: OpenPointId): Profile {
  return { readings: { ...profile.readings, [id]: { evidence: "nothing was seen." } } };
}

function needing(need: string): RequirementId[] {
  return requirements
    .filter(({ needs }) => (needs as readonly string[] | undefined)?.includes(need))
    .map(({ id }) => id);
}

test("a whole configuration and a known profile leave nothing out", () => {
  expect([...applicability(whole, known)]).toEqual([]);
});

describe("what is not configured is skipped, and the reason names the key", () => {
  test.each<[string, Partial<ApplicabilityTarget>, string]>([
    ["write-access", { access: "read-only" }, "environments.vendor.access"],
    ["credential-login", { credentials: { privateKey: "k" } }, "environments.vendor.credentials.email"],
    ["private-key-login", { credentials: { email: "a", password: "b" } }, "environments.vendor.credentials.privateKey"],
    ["separate-organization", { secondUser: { sharesOrganization: true } }, "sharesOrganization: false"],
    ["second-workflow", { workflows: whole.workflows.slice(0, 1) }, "environments.vendor.workflows"],
    [
      "append-action",
      { workflows: [{ id: "1", name: "One", actions: [{ ...action, appends: false }] }] },
      "environments.vendor.workflows",
    ],
  ])("%s", (need, change, key) => {
    const left = applicability({ ...whole, ...change }, known);
    expect(needing(need).length).toBeGreaterThan(0);
    for (const id of needing(need)) {
      expect(left.get(id)).toMatchObject({ status: "skipped" } satisfies Partial<Inapplicable>);
      expect(left.get(id)?.reason).toContain(key);
    }
  });

  test("second-user and organization", () => {
    const { secondUser: _s, organization: _o, ...rest } = whole;
    const left = applicability(rest, known);
    for (const id of needing("second-user")) expect(left.get(id)?.reason).toContain("environments.vendor.secondUser");
    for (const id of needing("organization"))
      expect(left.get(id)?.reason).toContain("environments.vendor.organization");
  });
});

describe("what no probe could read is inconclusive, and the reason names the pin", () => {
  const readings = new Set(
    requirements.flatMap(({ needs = [] }) => needs.filter((need) => need.startsWith("reading:"))),
  );
  test.each([...readings])("%s", (need) => {
    const id = need.slice("reading:".length) as OpenPointId;
    const left = applicability(whole, without(known, id));
    for (const requirement of needing(need)) {
      expect(left.get(requirement)?.status).toBe("inconclusive");
      expect(left.get(requirement)?.reason).toContain(`environments.vendor.openPoints.${id}`);
    }
  });
});

test("a target without cursors, or that shows no data, is not asked for them", () => {
  const none: Profile = {
    readings: {
      ...known.readings,
      "page-cursors": { value: { start: false, end: false }, evidence: "" },
      "link-data": { value: { path: null, encoding: "json", exact: true }, evidence: "" },
    },
  };
  const left = applicability(whole, none);
  for (const need of ["reading:page-cursors", "reading:link-data"])
    for (const id of needing(need)) expect(left.get(id)?.status).toBe("skipped");
});

describe("what a closed schema leaves no room for is skipped, and the reason names the action", () => {
  const reasons = (properties: JsonObject) => {
    const dataSchema = { type: "object", additionalProperties: false, properties };
    const workflows = [{ id: "1", actions: [{ ...action, dataSchema }] }, ...whole.workflows.slice(1)];
    return applicability({ ...whole, workflows }, known);
  };
  const text: JsonObject = { type: "string", maxLength: 100 };

  test("a text by which traces are told apart", () => {
    const found = reasons({ amount: { type: "integer" }, kind: { enum: ["a", "b"] } });
    for (const id of ["SEARCH-03", "DETAILS-08", "PAGE-03", "REFUSE-02", "EQUIV-06"] as const)
      expect(found.get(id)).toMatchObject({
        status: "skipped",
        reason: "the schema of action open leaves no room for a text that tells traces apart",
      });
    expect(reasons({ subject: text }).get("DETAILS-08")).toBeUndefined();
  });

  test("more members to filter by", () => {
    const found = reasons({ subject: text, amount: { type: "integer" } });
    expect(found.get("SEARCH-08")?.reason).toBe(
      "the schema of action open names too few members that a filter can name",
    );
    expect(found.get("SEARCH-03")).toBeUndefined();
    const more = { subject: text, amount: { type: "integer" }, remark: text, other: text };
    expect(reasons(more).get("SEARCH-08")).toBeUndefined();
  });

  test("data of a kind", () => {
    const found = [...reasons({ subject: text, amount: { type: "integer" }, other: text })].map(([id]) => id);
    expect(found.filter((id) => id.startsWith("DATA"))).toEqual(
      expect.arrayContaining(["DATA-03", "DATA-04", "DATA-08", "DATA-09"]),
    );
    expect(found).not.toContain("DATA-01");
    expect(found).not.toContain("DATA-02");
    const rich = { subject: text, details: { type: "object" } };
    expect([...reasons(rich)].filter(([id]) => id.startsWith("DATA"))).toEqual([]);
  });
});
