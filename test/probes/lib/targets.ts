/** Targets for the probes: the reference, its variants and faults, and the stand-ins, each with an open driver. */
import { embeddedEnvironment, openDriver, type Driver, type Environment } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { startReference as start, type ReferenceOptions } from "../../../reference/index.ts";
import { startService } from "../../invented/index.ts";
import { standIns } from "../../stand-ins/index.ts";

export interface Target {
  readonly driver: Driver;
  close(): Promise<void>;
}

type Settings = Partial<Pick<Environment, "openPoints" | "access" | "knownTraces">>;

/** A short lag, so that a search that finds nothing does not hold a test up. */
const limits = { searchLagMs: 1_500, timeoutMs: 15_000 };
let count = 0;

export async function startReference(
  options: Pick<ReferenceOptions, "faults" | "variants"> = {},
  settings: Settings = {},
): Promise<Target> {
  const reference = await start(options);
  const environment = embeddedEnvironment(reference.baseUrl, embeddedTarget, { limits });
  return opened({ ...environment, ...settings }, () => reference.close());
}

export async function startStandIn(name: string, settings: Settings = {}): Promise<Target> {
  const start = standIns[name];
  if (!start) throw new RangeError(`no stand-in "${name}"; there are ${Object.keys(standIns).join(", ")}`);
  const running = await start();
  const { baseUrl, access: _, ...target } = running.target;
  const environment = embeddedEnvironment(baseUrl, target, { limits });
  return opened({ ...environment, ...settings }, () => running.close());
}

/** An invented service with one of its faults or variants, by `<area>/<name>`. */
export async function startInvented(kind: "fault" | "variant", id: string): Promise<Target> {
  const running = await startService({ kind, id });
  const { baseUrl, access: _, ...target } = running.target;
  return opened(embeddedEnvironment(baseUrl, target, { limits }), () => running.close());
}

async function opened(environment: Environment, stop: () => Promise<void>): Promise<Target> {
  const driver = await openDriver(environment, { runId: `probes-${String(++count)}` });
  return {
    driver,
    async close() {
      await driver.close();
      await stop();
    },
  };
}
