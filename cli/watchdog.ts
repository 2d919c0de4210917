/**
 * Notices when this process computes without a pause, so that neither a signal nor a timer is heard any more: a check that
 * loops would otherwise hang a run for ever. A second thread watches; it interrupts what loops, has the process write what
 * it knows, and end.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** Named here and in the thread. */
export const stuckFunction = "traceConformanceIsStuck";

export interface WatchOptions {
  /** How often the thread looks, in milliseconds. */
  readonly tickMs?: number;
  /** So many looks without a pause in between, and the process is taken as stuck: a machine that sleeps makes no looks. */
  readonly quietTicks?: number;
  /** Processor time that it must have taken meanwhile: one that merely waits for a processor is not stuck. */
  readonly busyMs?: number;
}

export interface WatchdogData {
  readonly beats: Int32Array;
  readonly tickMs: number;
  readonly quietTicks: number;
  readonly busyMs: number;
}

export interface Watchdog {
  /** Sets what is done before the process ends: `write` gets where it was stuck, and returns the exit code. */
  whenStuck(write: (where: string) => number): void;
  stop(): void;
}

const stuckCode = 4;

/** Watches the event loop of this process until it is stopped; does not keep the process alive. */
export function watchEventLoop({ tickMs = 1_000, quietTicks = 45, busyMs = 30_000 }: WatchOptions = {}): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const data: WatchdogData = { beats, tickMs, quietTicks, busyMs };
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const thread = new Worker(new URL(`./watchdog-thread.${extension}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  // Without the thread the run goes on as it would have without a watchdog.
  thread.on("error", () => undefined);
  const beat = setInterval(() => Atomics.add(beats, 0, 1), tickMs / 2);
  beat.unref();
  let write = (_: string): number => stuckCode;
  Object.assign(globalThis, {
    [stuckFunction](stack: string) {
      const where = placesIn(stack);
      say(`computed for too long without a pause, which is an error of the suite: ${where}`);
      let code = stuckCode;
      try {
        code = write(where);
      } catch (error) {
        say(`what it knew could not be written: ${error instanceof Error ? error.message : String(error)}`);
      }
      process.exit(code);
    },
  });
  return {
    whenStuck(action) {
      write = action;
    },
    stop() {
      clearInterval(beat);
      void thread.terminate();
    },
  };
}

function say(text: string): void {
  // The streams of the process write later; this one has no later.
  writeSync(2, `\ntrace-conformance: ${text}\n`);
}

/** The innermost places of a stack, without the line that asked for it. */
function placesIn(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s*at /.test(line) && !line.includes("<anonymous>:1:"))
    .slice(0, 6)
    .map((line) => line.trim())
    .join(" ");
}
