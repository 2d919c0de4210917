/** One run of the suite, taken apart into its phases, in a process of its own so that CPU and memory are its own. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Depth } from "../../suites/engine/plan/depth.ts";
import type { Shard } from "../../suites/engine/plan/shard.ts";
import { smallHeapEnv, smallHeapFlags } from "../../suites/engine/small-heap.ts";

export interface MeasuredRunOptions {
  readonly depth: Depth;
  readonly seed: number;
  /** A service that is up; absent: the run starts one and stops it. */
  readonly baseUrl?: string;
  readonly shard?: Shard;
  /** Goes on with new seeds until so many exchanges were made; the memory is noted as each of them is passed. */
  readonly marks?: readonly number[];
  /** Scripts under way at once; absent: what the session chooses. */
  readonly scriptsAtOnce?: number;
  /** Where spans and metrics are sent; absent: nowhere. */
  readonly otlp?: string;
  /** What a worse suite would cost, to show that the guards see it. */
  readonly burden?: Burden;
}

interface Burden {
  /** CPU that judging wastes on each script, in milliseconds. */
  readonly judgingMs?: number;
  /** Memory that is kept of each exchange, in KiB. */
  readonly keptKiB?: number;
}

/** Times are wall time in milliseconds unless they say CPU. */
export interface MeasuredRun {
  /** From the start of the process until its modules are loaded and the service is up. */
  readonly startMs: number;
  readonly probesMs: number;
  readonly trafficMs: number;
  readonly reportsMs: number;
  /** CPU that the checks took; lies within probes and traffic. */
  readonly judgingCpuMs: number;
  /** CPU of loading, making, packing and handing over what is sent by `otlp`; lies within the others. */
  readonly telemetryCpuMs: number;
  /** CPU of the whole process, all of its threads. */
  readonly cpuMs: number;
  /** CPU of the service; NaN where it was started elsewhere. */
  readonly serverCpuMs: number;
  readonly exchanges: number;
  readonly probeExchanges: number;
  readonly scripts: number;
  readonly verdict: string;
  readonly peakMiB: number;
  readonly marks: readonly { readonly exchanges: number; readonly peakMiB: number }[];
}

/** Wall time from the first probe to the last report. */
export function sessionMs({ probesMs, trafficMs, reportsMs }: MeasuredRun): number {
  return probesMs + trafficMs + reportsMs;
}

/** @throws Error when the process ends without a measurement, or was not conformant on the reference. */
export async function measuredRun(options: MeasuredRunOptions): Promise<MeasuredRun> {
  const child = fork(fileURLToPath(new URL("./run-process.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    // As the command has it.
    execArgv: [...smallHeapFlags],
    env: { ...smallHeapEnv, ...process.env },
  });
  const measured = await new Promise<MeasuredRun>((resolve, reject) => {
    child.once("message", (message) => resolve(message as MeasuredRun));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the measured run ended early, exit code ${String(code)}`)));
    child.send(options);
  });
  // A shard alone is incomplete by nature; red on an honest service is a wrong answer, whatever it cost.
  if (measured.verdict === "non-conformant") throw new Error("the run found the honest reference not conformant");
  return measured;
}
