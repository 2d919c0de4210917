/** A failure is told with what was wanted and got, and by the number of its exchange. */
import { expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { ResultCollector } from "../../reports/results/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import { base } from "./sample-builder.ts";

const judgement: Judgement = {
  ...{ requirement: "PAGE-04", outcome: "failed", message: "it answers other links", exchanges: [14] },
  ...{ expected: [3, 4], actual: [0, 9] },
};
const collector = new ResultCollector();
collector.addOperationSample("v2TraceDetails", "v2", 200, 3);
collector.add({
  script: { id: "s", title: "s", steps: [{ op: "details", face: "v2", trace: "t" }] },
  judgements: [judgement],
  exchangesOf: ([index = 0]) => [
    {
      ...{ index, step: "7", operation: "v2TraceDetails", face: "v2", method: "POST", path: "/v2/traces/t/details" },
      ...{ requestHeaders: {}, status: 200, durationMs: 1, curl: "curl http://x" },
    },
  ],
});
const results = collector.finish(base);
const shown = (name: string): string => formatByName(name).render(results, {}) as string;

test("the screen says both beside the exchange", () => {
  expect(shown("terminal")).toContain("exchange 14: wanted [3,4], got [0,9]");
});

test.each(["markdown", "junit", "ctrf"])("the format %s names the exchange, and no step", (name) => {
  expect(shown(name)).toContain("exchange 14 of the script");
  expect(shown(name)).not.toContain("step 7");
});
