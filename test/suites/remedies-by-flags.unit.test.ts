/** Where flags describe a target, a remedy names what flags can say, and else the file that can say it. */
import { expect, test } from "vitest";
import type { ConfiguredTarget } from "../../spec/requirements/at-hand.ts";
import { openPoints } from "../../spec/open-points.ts";
import { duties } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { applicability } from "../../suites/engine/plan/applicability.ts";

const action = { key: "open", groupLabel: "clerks", creates: true, appends: false };
const target = {
  name: "127.0.0.1",
  byFlags: true,
  access: "read-write",
  credentials: { email: "a@b.example", password: "p" },
  organization: "acme",
  people: [{ account: "first", may: duties }],
  workflows: [{ id: "1", actions: [action] }],
} satisfies ConfiguredTarget;
const examples = Object.fromEntries(openPoints.map(({ id, example }) => [id, { value: example, evidence: "seen" }]));
const gating = (value: object, seenLate = false): Profile => ({
  readings: {
    ...examples,
    "action-gating": { value: value as never, evidence: "seen", ...(seenLate ? { seenLate } : {}) },
  },
});
const inFile = 'the actions of an environment in a configuration file, which "trace-conformance init" writes';

function remediesFor(described: ConfiguredTarget, profile = gating({ gating: "free" })): ReadonlySet<string> {
  const found = [...applicability(described, profile).values()];
  return new Set(found.flatMap(({ unjudged }) => (unjudged && "remedy" in unjudged ? (unjudged.remedy ?? []) : [])));
}

test("an action that is appended has a flag of its own", () => {
  expect(remediesFor(target)).toContain("give one by --append-action KEY:GROUP");
  expect([...remediesFor(target)].filter((remedy) => remedy.includes("appends: true"))).toEqual([]);
  const inConfiguration = remediesFor({ ...target, name: "vendor", byFlags: false });
  expect(inConfiguration).toContain(
    "add one to environments.vendor.workflows[].actions, or say appends: true of one that creates",
  );
});

test("of the order of actions, and of their files, a file tells", () => {
  const both = { ...target, workflows: [{ id: "1", actions: [{ ...action, appends: true }] }] };
  expect(remediesFor(both, gating({ gating: "ordered", workflows: {}, files: { "1": { open: "none" } } }))).toContain(
    `say files: none of each in ${inFile}, if that is so`,
  );
  const late = gating({ gating: "ordered", workflows: { "1": { atMost: { open: 1 } } } }, true);
  expect(remediesFor(both, late)).toContain(`say it beforehand (after, atMost or ends in ${inFile})`);
});
