/** What is lost now and then is one finding with a threshold, told by how many of how many. */
import { expect, test } from "vitest";
import { mergeCollectors, ResultCollector, type Results } from "../../reports/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import { base } from "./sample-builder.ts";

function collectorOf(answered: number, lost: readonly (number | string)[]): ResultCollector {
  const collector = new ResultCollector();
  const judgement = (actual?: number | string): Judgement => ({
    requirement: "ROBUST-08",
    outcome: actual === undefined ? "passed" : "failed",
    ...(actual === undefined ? {} : { message: "a plain request is lost", actual }),
    exchanges: [0],
  });
  collector.add({
    script: { id: "one", title: "", steps: [] },
    judgements: [...Array.from({ length: answered }, () => judgement()), ...lost.map(judgement)],
    exchangesOf: () => [],
    traceOf: () => undefined,
  });
  return collector;
}

const ofLost = ({ requirements, causes, verdict }: Results): object => ({
  ...requirements.find(({ id }) => id === "ROBUST-08"),
  causes,
  verdict,
});

test("below the threshold it passes, and says what was lost", () => {
  expect(ofLost(collectorOf(996, [503, 503, 503, "reset"]).finish(base))).toMatchObject({
    status: "passed",
    reason:
      "The target answered 503 to 3, and gave no answer (reset) to 1 of 1,000 plain requests, now and then; `limits.errorRate` allows 0.5 %.",
  });
});

test("above it is one warning without single failures, and no cause of anything", () => {
  const found = ofLost(collectorOf(994, [503, 503, 503, 503, 503, 503]).finish(base));
  expect(found).toMatchObject({ status: "warned", causes: undefined });
  expect(found).not.toHaveProperty("failures");
});

test("the threshold is that of the configuration", () => {
  const collector = collectorOf(994, [503, 503, 503, 503, 503, 503]);
  expect(ofLost(collector.finish({ ...base, errorRate: 0.01 }))).toMatchObject({ status: "passed" });
  expect(ofLost(collectorOf(999, [503]).finish({ ...base, errorRate: 0 }))).toMatchObject({ status: "warned" });
});

test("shards are counted together", () => {
  const [a, b] = [collectorOf(500, [503]).toJSON(), collectorOf(490, [502, 503, "timeout"]).toJSON()];
  expect(ofLost(mergeCollectors([a, b]).finish(base))).toMatchObject({
    status: "passed",
    reason: expect.stringContaining(
      "answered 503 to 2, and answered 502 to 1, and gave no answer (timeout) to 1 of 994",
    ) as string,
  });
});
