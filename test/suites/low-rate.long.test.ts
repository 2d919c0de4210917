/** A target that lets few requests through, and a run whose time is too short for all that is planned. */
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { referenceOfTest } from "../lib/reference.ts";
import { slowGateway } from "./lib/proxies.ts";

test("a run that cannot end in time does less, and judges all the same", { timeout: 180_000 }, async () => {
  const { baseUrl } = await referenceOfTest();
  const gateway = await slowGateway(baseUrl, 20);
  const environment = embeddedEnvironment(gateway, embeddedTarget, { limits: { totalMs: 90_000 } });
  const began = performance.now();
  const results = await runSuite(environment, { depth: "standard", seed: 1 });
  expect(results.requirements.filter(({ status }) => status === "inconclusive").map(({ id }) => id)).toEqual([]);
  expect(results).toMatchObject({ verdict: "conformant", depth: "quick" });
  expect(performance.now() - began).toBeLessThan(90_000);
});
