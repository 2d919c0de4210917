/** Runs that show nothing, though nothing failed: they are incomplete, never green. */
import { describe, expect, test } from "vitest";
import { ResultCollector, type FinishOptions, type Results } from "../../reports/results/index.ts";
import { verdictLabel } from "../../reports/text/headline.ts";
import { finishOptions as options } from "./finish-options.ts";
import { operationById, operations, type OperationId } from "../../spec/operations.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";

type Answer = readonly [OperationId, status: number, denied?: boolean];

/** Every requirement was judged and holds, by answers of these statuses. */
function resultsOf(answers: readonly Answer[], more: Partial<FinishOptions> = {}): Results {
  const collector = new ResultCollector();
  const judgements = requirements.map(({ id }): Judgement => ({ requirement: id, outcome: "passed", exchanges: [0] }));
  collector.add({ script: { id: "a/b/c", title: "A script", steps: [] }, judgements, exchangesOf: () => [] });
  for (const [id, status, denied] of answers) {
    collector.addOperationSample(id, operationById(id).face, status, 3);
    if (denied) collector.addDenied(id);
  }
  const again = new ResultCollector();
  again.merge(collector.toJSON());
  return again.finish({ ...options, ...more });
}

const everything = operations.map(({ id }): Answer => [id, 200]);

describe("a target", () => {
  test.each<[string, readonly Answer[]]>([
    [
      "refuses all but logins",
      [
        ["legacyLoginCredential", 200],
        ["legacyTraceState", 403],
        ["v2TraceState", 400],
      ],
    ],
    [
      "refuses all with status 200",
      [
        ["v2TraceState", 200, true],
        ["v2SearchTraces", 200, true],
      ],
    ],
  ])("that %s keeps every rule about refusals, and shows nothing", (_, answers) => {
    const { verdict, reasons } = resultsOf(answers);
    expect(verdict).toBe("incomplete");
    expect(reasons[0]).toContain("Nothing behind the logins was ever answered with a success");
  });

  test("that answered once with a success was asked", () => {
    expect(
      resultsOf([
        ["v2TraceState", 200, true],
        ["v2TraceState", 200],
      ]).verdict,
    ).toBe("conformant");
    expect(resultsOf([["legacyLoginCredential", 200]]).verdict).toBe("conformant");
  });
});

test("what holds by a waiver alone does not hold", () => {
  const collector = new ResultCollector();
  const { id } = requirements[0] ?? { id: "ENV-01" };
  const judgement: Judgement = { requirement: id, outcome: "failed", message: "no", exchanges: [] };
  collector.add({
    script: { id: "a/b/c", title: "A script", steps: [] },
    judgements: [judgement],
    exchangesOf: () => [],
  });
  collector.addOperationSample("v2TraceState", "v2", 200, 3);
  const others = requirements.filter((one) => one.id !== id);
  const applicability = new Map(others.map((one) => [one.id, { status: "skipped", reason: "not asked for" }] as const));
  const waivers = [{ requirement: id, reason: "TICKET-1", expires: "2099-12-31" }];
  const { verdict, reasons } = collector.finish({ ...options, applicability, waivers });
  expect({ verdict, reasons }).toEqual({
    verdict: "incomplete",
    reasons: ["Nothing of what was judged holds without a waiver."],
  });
});

test("a shard is no verdict, whatever it judged", () => {
  expect(resultsOf(everything, { partial: { shard: { index: 1, count: 2 } } })).toMatchObject({
    verdict: "incomplete",
    reasons: ["This is shard 1 of 2: merge tells the verdict."],
  });
  expect(resultsOf(everything, { partial: { shard: { index: 1, count: 1 } } }).verdict).toBe("conformant");
});

test("a green that never called an operation says of how much it is one", () => {
  expect(verdictLabel(resultsOf(everything))).toBe("Conformant");
  const without = everything.filter(([id]) => id !== "v2AppendAction");
  expect(verdictLabel(resultsOf(without))).toMatch(/^Conformant in the \d+ of \d+ judged$/);
});
