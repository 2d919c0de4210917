/** A run that may create far fewer traces than it asks for judges all the same, as what shows most comes first. */
import { expect, onTestFinished, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import type { Results } from "../../reports/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { referenceOfTest } from "../lib/reference.ts";
import { startGated } from "../stand-ins/gated.ts";

const left = ({ requirements }: Results) =>
  requirements.filter(({ status }) => !["passed", "skipped"].includes(status)).map(({ id, status }) => [id, status]);

test("the configuration allows fifty", { timeout: 180_000 }, async () => {
  const { baseUrl } = await referenceOfTest();
  const environment = embeddedEnvironment(baseUrl, embeddedTarget, { limits: { maxTraces: 50 } });
  const results = await runSuite(environment, { depth: "standard", seed: 7 });
  expect(left(results)).toEqual([]);
  expect(results.summary.tracesCreated).toBe(50);
});

test("a process refuses more than eighty-five, and nothing tells it before", { timeout: 300_000 }, async () => {
  let begun = 0;
  const actions = ["order", "confirm", "comment", "ship"].map((key, index) => ({
    key,
    groupLabel: "sales",
    ...(index === 0 ? { creates: true } : {}),
  }));
  const { baseUrl, target, close } = await startGated({
    actions,
    process: (done) => ({
      sales: done.includes("ship") ? [] : done.includes("confirm") ? ["comment", "ship"] : ["confirm"],
    }),
    refuses: (_, done) => (done.length === 0 && (begun += 1) > 85 ? "your quota is used up" : undefined),
  });
  onTestFinished(close);
  const results = await runSuite(embeddedEnvironment(baseUrl, target), { depth: "standard", seed: 7 });
  expect(left(results).filter(([id]) => !id?.startsWith("ROBUST-"))).toEqual([]);
  expect(begun).toBeGreaterThan(85);
});
