/** What to do next, of a run that left something open. */
import { expect, test } from "vitest";
import type { Results } from "../../reports/results/model.ts";
import { nextSteps } from "../../reports/text/headline.ts";
import { sampleResults } from "./sample-builder.ts";

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

test("only open points are named by which something open is judged", () => {
  expect(toldOf("FILES-01")).toContain("how the target chose in digest-list-query;");
  expect(toldOf("FILES-01")).not.toContain("search-keys");
  expect(toldOf("SEARCH-04")).toContain("search-keys;");
  expect(toldOf("FLOW-03")).not.toContain("how the target chose");
  expect(toldOf("FLOW-03")).toContain("FLOW-03 could not be judged");
});
