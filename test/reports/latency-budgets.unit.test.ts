/** Latency budgets are the owner's own: they are told, they may make a run red, and they never touch the verdict. */
import { describe, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { exitCodeOf, mergeCollectors, ResultCollector, resultsProblems } from "../../reports/results/index.ts";
import { pageData } from "../../reports/html/page-data.ts";
import { sentenceOf } from "../../reports/environments/index.ts";
import { nextSteps } from "../../reports/text/headline.ts";
import { budgetSentence } from "../../reports/text/latency-budgets.ts";
import { base, sampleResults } from "./sample-builder.ts";

const slow = sampleResults({ latency: { p95Ms: 100_000, perOperation: { v2TraceState: 0.5, legacyTraceState: 0.1 } } });
const quick = sampleResults({ latency: { p95Ms: 100_000 } });

describe("an operation above its latency budget", () => {
  test("is told with both numbers, the furthest above first, and leaves the verdict alone", () => {
    expect(slow.verdict).toBe("conformant");
    expect(budgetSentence(slow)).toMatch(
      /^Slower than your own latency budget \(95th percentile\): 2 operations: legacyTraceState [\d.]+ m?s of 0.1 ms, v2TraceState [\d.]+ m?s of 0.5 ms\.$/,
    );
    expect(resultsProblems(slow)).toEqual([]);
  });

  test.each(["must", "should", "drift"] as const)("makes no run red with --fail-on %s", (failOn) => {
    expect(exitCodeOf({ ...slow, openPoints: [] }, { failOn })).toBe(0);
  });

  test("makes a run red with --fail-on latency, which says so", () => {
    const red = { ...slow, failOn: "latency" as const };
    expect(exitCodeOf(red)).toBe(1);
    expect(red.verdict).toBe("conformant");
    expect(nextSteps(red)).toMatchObject([{ text: expect.stringContaining("limits.latency") as string }]);
    expect(budgetSentence(red)).toContain("--fail-on latency makes the run red");
    expect(sentenceOf(red)).toContain("--fail-on latency makes the run red");
  });

  test.each(["terminal", "markdown", "annotations"] as const)("is told by the format %s", (name) => {
    const { render } = formatByName(name);
    const told = (text: string): boolean =>
      text.replaceAll(/\s+/g, " ").includes("Slower than your own latency budget");
    expect(told(render(slow))).toBe(true);
    expect(told(render(quick))).toBe(false);
  });
});

test("the HTML report has the sentence, too", () => {
  expect(pageData(slow, {}).budgets).toBe(budgetSentence(slow));
  expect(pageData(quick, {}).budgets).toBeUndefined();
});

test("an operation within its budget, or without one, is not told", () => {
  expect(budgetSentence(quick)).toBeUndefined();
  expect(quick.operations.every(({ p95BudgetMs }) => p95BudgetMs === 100_000)).toBe(true);
  expect(exitCodeOf({ ...quick, failOn: "latency" })).toBe(0);
  expect(sampleResults().operations.some((operation) => "p95BudgetMs" in operation)).toBe(false);
});

test("shards are held against the budget together", () => {
  const shard = (ms: number): ResultCollector => {
    const collector = new ResultCollector();
    for (let n = 0; n < 10; n++) collector.addOperationSample("v2TraceState", "v2", 200, ms);
    return collector;
  };
  const budget = { ...base, latency: { p95Ms: 50 } };
  const merged = mergeCollectors([shard(10).toJSON(), shard(90).toJSON()]).finish(budget);
  expect(budgetSentence(merged)).toContain("v2TraceState");
  expect(budgetSentence(shard(10).finish(budget))).toBeUndefined();
});
