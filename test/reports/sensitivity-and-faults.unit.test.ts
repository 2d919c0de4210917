/** Seeded faults beside the sensitivity of their requirements. */
import { expect, test } from "vitest";
import { faultsBySensitivity, rankCorrelation, tiersOf } from "../../scripts/sensitivity-and-faults/correlation.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { TargetOutcome } from "../../suites/matrix/outcome.ts";

function fault(id: string, requirement: RequirementId, exchanges?: number): TargetOutcome {
  const sighting = { requirement, script: "s", message: "", seconds: 0 };
  return {
    id,
    kind: "fault",
    title: id,
    requirements: [requirement],
    verdict: exchanges === undefined ? "survived" : "caught",
    sightings: exchanges === undefined ? [] : [{ ...sighting, exchanges }],
    exchanges: 0,
    probeExchanges: 0,
    seconds: 0,
    inconclusive: [],
  };
}

const requirements = [
  { id: "STATE-03", mutants: 500, noticed: 400 },
  { id: "FLOW-05", mutants: 20, noticed: 5 },
];
const faults = faultsBySensitivity({ requirements }, [
  fault("a", "STATE-03", 3),
  fault("b", "FLOW-05", 90),
  fault("c", "FILES-10", 400),
  fault("d", "FLOW-05"),
]);

test("every fault stands with what its requirement noticed, and when it was caught", () => {
  expect(faults.map(({ id, noticed, exchanges }) => [id, noticed, exchanges])).toEqual([
    ["c", 0, 400],
    ["b", 5, 90],
    ["d", 5, undefined],
    ["a", 400, 3],
  ]);
  expect(tiersOf(faults).map(({ name, of }) => [name, of.length])).toEqual([
    ["none", 1],
    ["1 to 9", 2],
    ["100 and more", 1],
  ]);
});

test("a fault of other workflows is held against the honest run on these", () => {
  const elsewhere = { "order-to-cash": { requirements: [{ id: "GATE-01", mutants: 9, noticed: 7 }] } };
  const targets = [{ ...fault("e", "GATE-01", 5), environment: "order-to-cash" as const }, fault("f", "GATE-01", 5)];
  expect(faultsBySensitivity({ requirements, elsewhere }, targets).map(({ id, noticed }) => [id, noticed])).toEqual([
    ["f", 0],
    ["e", 7],
  ]);
});

test("what is noticed in many answers is caught early: the ranks go against each other", () => {
  expect(rankCorrelation(faults)).toBeCloseTo(-1);
  expect(rankCorrelation([])).toBe(0);
});
