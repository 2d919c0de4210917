/** A failure is told with what was wanted and got, and by the number of its exchange. */
import { expect, test } from "vitest";
import { formatByName, gotOf, valueTexts } from "../../reports/index.ts";
import { ResultCollector } from "../../reports/results/index.ts";
import { asAdvice } from "../../spec/requirements/advice.ts";
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

test("the id by which telemetry knows the request is not called a trace", () => {
  const collector = new ResultCollector();
  collector.add({
    script: { id: "s", title: "s", steps: [] },
    judgements: [judgement],
    exchangesOf: ([index = 0]) => [
      {
        ...{ index, step: "7", operation: "v2TraceDetails", face: "v2", method: "POST", path: "/v2/traces/t/details" },
        ...{ requestHeaders: {}, traceId: "992342f0dd6165c5276fd4653796e539", durationMs: 1 },
      },
    ],
  });
  const told = collector.finish(base);
  for (const name of ["junit", "markdown"])
    expect(formatByName(name).render(told, {})).toMatch(/^(?:# )?traceparent: 992342f0dd6165c5276fd4653796e539/m);
});

test("what was found to be absent is told as nothing", () => {
  const absent = { expected: "a", actual: undefined };
  expect(valueTexts({ expected: "a", actual: gotOf(absent) }, 100)).toEqual({ wanted: '"a"', got: "nothing" });
  expect(valueTexts({ expected: "a", actual: gotOf({ expected: "a" }) }, 100)).toEqual({ wanted: '"a"' });
});

test("where the screen lacks room, advice goes before what is wrong is cut", () => {
  const wrong = `GET /trace/6d7354d6-b74b-48db-a1a9-6e1c621f77f6/state shows ${"another ".repeat(12)}state, at note`;
  const advised = new ResultCollector();
  advised.add({
    script: { id: "s", title: "s", steps: [] },
    judgements: [{ ...judgement, message: `${wrong}${asAdvice(`it be so, ${"say so by computed. ".repeat(8)}`)}` }],
    exchangesOf: () => [],
  });
  const screen = formatByName("terminal").render(advised.finish(base), { columns: 80, colour: false, lines: 24 });
  expect(screen).toContain("state, at note");
  expect(screen).not.toMatch(/it be so| … /);
});
