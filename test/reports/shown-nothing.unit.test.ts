/** Runs that show nothing, though nothing failed: they are incomplete, never green. */
import { describe, expect, test } from "vitest";
import { ResultCollector, type FinishOptions, type Results } from "../../reports/results/index.ts";
import { headline, verdictLabel } from "../../reports/text/headline.ts";
import { finishOptions as options } from "./finish-options.ts";
import { operationById, operations, type OperationId } from "../../spec/operations.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";

type Answer = readonly [OperationId, answer: number | string, denied?: boolean];

const aScript = { script: { id: "a/b/c", title: "A script", steps: [] }, exchangesOf: () => [] };

/** Every requirement was judged and holds, by answers of these statuses. */
function resultsOf(answers: readonly Answer[], more: Partial<FinishOptions> = {}): Results {
  const collector = new ResultCollector();
  const judgements = requirements.map(({ id }): Judgement => ({ requirement: id, outcome: "passed", exchanges: [0] }));
  collector.add({ ...aScript, judgements });
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
    expect(reasons[0]).toContain("was ever answered with a success");
    expect(reasons[0]).toContain("A target that refuses all keeps every rule about refusals");
  });

  test.each<[string, readonly Answer[], string]>([
    [
      "fails at everything",
      [
        ["legacyLoginCredential", 500],
        ["v2TraceState", 500],
      ],
      "Nothing was ever answered with a success: each of 2 requests got status 500. See in the target's log why.",
    ],
    [
      "is silent behind the logins",
      [
        ["legacyLoginCredential", 200],
        ["v2TraceState", "timeout"],
      ],
      "Nothing behind the logins was ever answered with a success: the only request behind them got no answer (timeout). See in the target's log why; `limits.timeoutMs` says how long is waited.",
    ],
    [
      "answers in several ways",
      [
        ["v2TraceState", 404],
        ["v2TraceState", "reset"],
        ["v2TraceState", "reset"],
      ],
      "Nothing was ever answered with a success: of 3 requests 2 got no answer (reset), 1 got status 404. See in the target's log why.",
    ],
  ])("that %s is told with what came instead, and what helps", (_, answers, told) => {
    expect(resultsOf(answers).reasons[0]).toBe(told);
    const collector = new ResultCollector();
    for (const [id, answer] of answers) collector.addOperationSample(id, operationById(id).face, answer, 3);
    collector.add({ ...aScript, judgements: [{ requirement: "REFUSE-03", outcome: "failed", exchanges: [] }] });
    const [said = ""] = told.split(". ");
    expect(headline(collector.finish(options))).toContain(`${said}. 1 of `);
  });

  test("behind whose logins nothing succeeds leaves open whether their tokens open anything, and no seed helps", () => {
    const collector = new ResultCollector();
    collector.addOperationSample("v2LoginCredential", "v2", 200, 3);
    collector.addOperationSample("v2TraceState", "v2", 404, 3);
    const { reason } = collector.finish(options).requirements.find(({ id }) => id === "LOGIN-06") ?? {};
    expect(reason).toMatch(/nothing behind it did. What settles it: a success behind the logins\.$/);
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
  collector.add({ ...aScript, judgements: [judgement] });
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
