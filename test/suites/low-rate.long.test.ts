/** Gateways that let few requests through, or nobody for a while, and a run whose time is too short for all that is planned. */
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { referenceOfTest } from "../lib/reference.ts";
import { shuttingOut, slowGateway } from "./lib/proxies.ts";

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

test.each([
  ["60 requests a second, and does not say when to come back", (url: string) => slowGateway(url, 60, {})],
  ["nobody for a while after many refusals", (url: string) => shuttingOut(url, 60, 2_000)],
])(
  "behind a gateway that lets in %s everything is judged, and nothing blamed",
  { timeout: 300_000 },
  async (_, before) => {
    const { baseUrl } = await referenceOfTest();
    const environment = embeddedEnvironment(await before(baseUrl), embeddedTarget);
    const { requirements } = await runSuite(environment, { depth: "quick", seed: 1 });
    const unlike = requirements.filter(({ status }) => !["passed", "skipped"].includes(status)).map(({ id }) => id);
    expect(unlike.filter((id) => id !== "CONC-04")).toEqual([]);
  },
);
