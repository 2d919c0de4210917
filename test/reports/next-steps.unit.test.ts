/** What to do next, of a run that left something open. */
import { expect, test } from "vitest";
import { ResultCollector } from "../../reports/results/index.ts";
import type { Results } from "../../reports/results/model.ts";
import { nextSteps } from "../../reports/text/headline.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { base, sampleResults } from "./sample-builder.ts";

const sample = sampleResults();
/** A run that leaves this requirement alone open, and in which no open point has a reading. */
function openAlone(id: string): Results {
  const { summary } = sample;
  return {
    ...sample,
    verdict: "incomplete",
    requirements: sample.requirements.map((one) => ({
      ...one,
      status: one.id === id ? "inconclusive" : "passed",
      failures: [],
    })),
    summary: { ...summary, requirements: { ...summary.requirements, failed: 0, inconclusive: 1 } },
    openPoints: ["digest-list-query", "search-keys"].map((point) => ({
      id: point,
      question: "Which?",
      evidence: "nothing was seen",
      remedy: `openPoints: { ${point}: … }`,
    })),
  } as Results;
}
const toldOf = (id: string): string =>
  nextSteps(openAlone(id))
    .map(({ text }) => text)
    .join("\n");

test("of a run that ended before its scripts, the requests of the probes are told", () => {
  const reason = "the run could not begin: correct --workflow ID";
  const told = (exchanges: number): string => {
    const results = new ResultCollector().finish({
      ...base,
      applicability: new Map(
        requirements.map(({ id }, at) => [
          id,
          at === 0
            ? { status: "skipped", reason: "not asked for" }
            : { status: "inconclusive", reason, unjudged: { because: "not-begun" } },
        ]),
      ),
      counts: { exchanges },
    });
    expect(results.reasons).toEqual([`Nothing was exercised: ${reason}`]);
    expect(results.summary.exchanges).toBe(exchanges);
    return nextSteps(results)[0]?.text ?? "";
  };
  expect(told(35)).toBe(
    "35 requests of logins and probes were answered, and no script was begun. Find out what is missing:",
  );
  expect(told(0)).toBe("No exchange took place. Find out what is missing:");
});

test("only open points are named by which something open is judged", () => {
  expect(toldOf("FILES-01")).toContain("how the target chose in digest-list-query;");
  expect(toldOf("FILES-01")).not.toContain("search-keys");
  expect(toldOf("SEARCH-04")).toContain("search-keys;");
  expect(toldOf("FLOW-03")).not.toContain("how the target chose");
  expect(toldOf("FLOW-03")).toContain("FLOW-03 could not be judged");
});
