/** What a requirement is on one operation: what is broken on another is not broken there. */
import { expect, test } from "vitest";
import { ResultCollector, resultsProblems } from "../../reports/results/index.ts";
import { statusOn } from "../../reports/results/on-operation.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import { base } from "./sample-builder.ts";

const judged = (operationId: OperationId, outcome: Judgement["outcome"]): Judgement => ({
  ...{ requirement: "ENV-01", outcome, operationId, face: operationById(operationId).face, exchanges: [0] },
  ...(outcome === "failed" ? { message: `wrong on ${operationId}` } : {}),
});

function resultsOf(judgements: readonly Judgement[], waivers: readonly Waiver[] = []) {
  const collector = new ResultCollector();
  collector.add({ script: { id: "s", title: "s", steps: [] }, judgements, exchangesOf: () => [] });
  return collector.finish({ ...base, waivers });
}

/** What ENV-01 is on the search that it fails on, on a login that passes, and on a creation that was never judged. */
function statuses(results: ReturnType<typeof resultsOf>) {
  const [envelope] = results.requirements.filter(({ id }) => id === "ENV-01");
  if (!envelope) throw new Error("ENV-01 is not in the results");
  const asked = ["v2SearchTraces", "v2LoginCredential", "v2CreateTrace", "legacyTraceState"] as const;
  return asked.map((operation) => statusOn(envelope, operation));
}

const both = [
  judged("v2SearchTraces", "failed"),
  judged("v2SearchTraces", "passed"),
  judged("v2LoginCredential", "passed"),
];

test("failed where it failed, passed where it was judged and did not, and nothing elsewhere", () => {
  const results = resultsOf(both);
  expect(statuses(results)).toEqual(["failed", "passed", undefined, undefined]);
  expect(resultsProblems(results)).toEqual([]);
});

test("what is not broken is everywhere as it is", () => {
  expect(statuses(resultsOf([judged("v2LoginCredential", "passed")]))).toEqual([
    "passed",
    "passed",
    "passed",
    undefined,
  ]);
});

test("a waiver of one operation shows there alone", () => {
  const waiver = {
    requirement: "ENV-01",
    operation: "v2SearchTraces",
    reason: "TICKET-1",
    expires: "2027-01-31",
  } as const;
  const waived = resultsOf([...both, judged("v2CreateTrace", "failed")], [waiver]);
  expect(statuses(waived)).toEqual(["waived", "passed", "failed", undefined]);
});

test("results of earlier versions do not say where, so it counts wherever it is covered", () => {
  const { requirements, ...rest } = resultsOf(both);
  const earlier = requirements.map(({ byOperation: _, ...requirement }) => requirement);
  expect(statuses({ ...rest, requirements: earlier })).toEqual(["failed", "failed", "failed", undefined]);
});
