/** Executes and judges the script that it is sent on a service of its own, sends what came of it, and ends. */
import { embeddedEnvironment, openDriver } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { Case, judge } from "../../checks/index.ts";
import type { JudgedScript, LargeScriptOptions } from "./large-script.ts";
import { peakMiBOf } from "./process-facts.ts";

process.once("message", (options: LargeScriptOptions) => {
  void measure(options).then((judged) => process.send?.(judged, () => process.exit()));
});

async function measure({ script, maxResponseBytes }: LargeScriptOptions): Promise<JudgedScript> {
  const service = await startReferenceProcess();
  try {
    const environment = embeddedEnvironment(service.baseUrl, embeddedTarget, {
      limits: { timeoutMs: 300_000, ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }) },
    });
    const driver = await openDriver(environment, { runId: "bench" });
    const { profile } = await observe(driver);
    const beforeMiB = peakMiBOf(process.pid);
    const started = performance.now();
    const history = await driver.run(script, { profile });
    const executed = performance.now();
    const { judgements, crashes } = judge(new Case(history, { profile, target: driver.target }));
    const judgingMs = performance.now() - executed;
    await driver.close();
    return {
      exchanges: history.exchanges.length,
      unsent: history.unsent.length,
      statuses: [...new Set(history.exchanges.map(({ response }) => response?.status ?? 0))],
      ms: executed - started,
      judgingMs,
      passed: judgements.filter(({ outcome }) => outcome === "passed").length,
      failed: [
        ...judgements.filter(({ outcome }) => outcome === "failed").map(({ message = "" }) => message),
        ...crashes.map(({ message }) => message),
      ],
      beforeMiB,
      peakMiB: peakMiBOf(process.pid),
    };
  } finally {
    await service.close();
  }
}
