/** One workflow of a target may list what may come next, and another one not: then only what was tried tells. */
import { expect, test } from "vitest";
import { learntReading, type Learnt } from "../../../probes/process/learnt/learnt-reading.ts";
import { listingOf } from "../../../spec/readings/listed-next.ts";
import type { Json } from "../../../spec/json.ts";

const listing = { path: ["next"], by: "all" as const };

/** What was learnt of a workflow on whose walks these states were seen. */
function learnt(id: string, states: readonly (Json | undefined)[], kind: Learnt["kind"]): Learnt {
  const known = { forms: { ownTexts: [] }, shown: { found: {} }, files: { seen: { with: false, without: true } } };
  const explorer = { requests: 1, known, steps: states.map((state) => ({ state })) };
  const nothing = { once: [], byAnother: {}, files: {}, untried: [], outside: [], unknownData: [], busyAfter: [] };
  return {
    ...nothing,
    ...{ workflow: { id, actions: [] }, kind, rules: { paths: [["a", "b"]] }, numbers: {}, forms: {}, explorer },
  } as unknown as Learnt;
}

test("those whose states list nothing are named, and of these also those in which data decide", () => {
  const lists = learnt("1", [{ next: ["b"] }, { next: [] }], "data");
  const { value, evidence } = learntReading(
    [lists, learnt("2", [{ open: 1 }], "data"), learnt("3", [{}], "rules")],
    listing,
  );
  expect(value).toMatchObject({ gating: "listed", listsNone: ["2", "3"], byData: ["2"] });
  expect(evidence).toContain("2: no state lists anything there.");
});

test("nothing is said of one of which no state was seen", () => {
  const { value } = learntReading(
    [learnt("1", [{ next: ["b"] }], "paths"), learnt("2", [undefined], "paths")],
    listing,
  );
  expect(value).not.toHaveProperty("listsNone");
});

test("one whose states list it elsewhere is named with that place, and read there", () => {
  const own = { path: ["desk", "now"], by: "group" as const };
  const all = [learnt("1", [{ next: ["b"] }], "rules"), learnt("2", [{ desk: { now: { all: ["b"] } } }], "rules")];
  const { value, evidence } = learntReading(all, listing, new Map([["2", own]]));
  expect(value).toMatchObject({ gating: "listed", path: ["next"], lists: { "2": own } });
  expect(value).not.toHaveProperty("listsNone");
  expect(evidence).toContain("2: the state lists it at desk.now.");
  const profile = { readings: { "action-gating": { value: value as NonNullable<typeof value>, evidence } } };
  expect(["1", "2"].map((id) => listingOf(profile, { id, actions: [] }))).toEqual([listing, own]);
});
