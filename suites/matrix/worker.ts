/**
 * A process that examines the targets it is sent, one after the other, and sends back what came of each. It ends when
 * its parent lets go of it, however that happens. Its argument: see `PoolOptions.services`.
 */
import { examine, type ExaminedService } from "./examine.ts";
import type { MatrixOptions, TargetOutcome } from "./outcome.ts";
import type { MatrixTarget } from "./target.ts";

export interface Task extends MatrixOptions {
  readonly target: MatrixTarget;
}

process.on("disconnect", () => process.exit());
// A fault may let something escape that belongs to no request any more; what it was meant to do is seen elsewhere.
process.on("unhandledRejection", () => undefined);

type Start = (target: MatrixTarget) => Promise<ExaminedService>;

const [, , module] = process.argv;
const services = (module === undefined ? await import("./seeded-service.ts") : await import(module)) as {
  startService: Start;
};
process.on("message", (task: Task) => {
  void attempt(task).then((outcome) => process.send?.(outcome));
});
process.send?.("ready");

async function attempt({ target, ...options }: Task): Promise<TargetOutcome> {
  const startedMs = performance.now();
  const seconds = (): number => Math.round(performance.now() - startedMs) / 1000;
  let service: ExaminedService | undefined;
  try {
    service = await services.startService(target);
    return { ...(await examine(target, service, options)), seconds: seconds() };
  } catch (thrown) {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    const nothing = { sightings: [], exchanges: 0, probeExchanges: 0, inconclusive: [] };
    return { ...target, ...nothing, verdict: "error", seconds: seconds(), error };
  } finally {
    await service?.close();
  }
}
