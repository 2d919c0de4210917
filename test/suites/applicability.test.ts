/** Why a requirement is not judged: by configuration, or by a reading, and with which remedy. */
import { describe, expect, test } from "vitest";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
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
