/** Runs the suites through vitest from another program: the same configuration as in the repository, our own reporter. */
import { BroadcastChannel } from "node:worker_threads";
import type { Reporter, TestModule, TestSuite } from "vitest/node";
import { createVitest } from "vitest/node";
import type { RunPlan } from "../run-plan.ts";
import { keepHeapSmall } from "../small-heap.ts";
import { suiteConfig } from "./config.ts";
import { channelName, type MainMessage, type ProgressMessage, type WorkerMessage } from "./provided.ts";

export interface VitestRunOptions {
  readonly runId: string;
  /** What to run, once the target is up: vitest boots meanwhile. */
  readonly plan: Promise<RunPlan>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ProgressMessage) => void;
  readonly onNote?: (text: string) => void;
}

export interface VitestRunOutcome {
  /** Why the target could not be tested; the run did not begin. */
  readonly notOpened?: { readonly name: string; readonly message: string };
  /** Errors of our own, outside of any test. */
  readonly errors: readonly { readonly name: string; readonly message: string; readonly stack?: string }[];
}

/** A worker that has not come to an end this long after an interrupt is ended. */
const interruptGraceMs = 8_000;

/**
 * Runs the plan; the results are in its output folder afterwards. Leaves `process.exitCode` as it was.
 * @throws what `plan` rejects with.
 */
export async function runWithVitest(options: VitestRunOptions): Promise<VitestRunOutcome> {
  const { signal } = options;
  const channel = new BroadcastChannel(channelName(options.runId));
  const onAbort = (): void => channel.postMessage({ type: "interrupt" } satisfies MainMessage);
  let notOpened: VitestRunOutcome["notOpened"];
  const errors: { name: string; message: string; stack?: string }[] = [];
  channel.onmessage = (event) => {
    const message = (event as { data: WorkerMessage }).data;
    // An interrupt that came before the worker listened is told again at its first word.
    if (signal?.aborted) onAbort();
    if (message.type === "progress") options.onProgress?.(message);
    else if (message.type === "note") options.onNote?.(message.text);
    else if (message.type === "not-opened") notOpened = message;
    else errors.push({ name: message.name, message: message.message });
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const reporter: Reporter = {
    onTestRunEnd(modules, unhandled) {
      // The results are written after the last test of a suite, and an error there is the suite's.
      const own = [
        ...unhandled,
        ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(errorsOf),
      ];
      errors.push(
        ...own.map(({ name = "Error", message, stack }) => ({
          name,
          message,
          ...(stack === undefined ? {} : { stack }),
        })),
      );
    },
  };
  const exitCode = process.exitCode;
  keepHeapSmall();
  const release = keepSignals();
  try {
    const booting = createVitest(
      { config: false, ...suiteConfig(), run: true, reporters: [reporter] },
      { logLevel: "error" },
    );
    const [vitest, planned] = await Promise.allSettled([booting, options.plan]);
    release();
    if (vitest.status === "rejected") throw vitest.reason;
    if (planned.status === "rejected") {
      await vitest.value.close();
      throw planned.reason;
    }
    vitest.value.provide("run", { plan: planned.value, eager: true });
    const ended = await Promise.race([vitest.value.start().then(() => true), graceAfter(signal)]);
    if (ended) await vitest.value.close();
    else errors.push({ name: "Error", message: "the tests did not end in time after an interrupt" });
  } finally {
    process.exitCode = exitCode;
    signal?.removeEventListener("abort", onAbort);
    channel.close();
  }
  return notOpened ? { notOpened, errors: [] } : { errors };
}

const errorsOf = (part: TestModule | TestSuite): ReturnType<TestSuite["errors"]> => part.errors();

/** Resolves to false some time after the signal was aborted; never without it. */
function graceAfter(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve) => {
    const start = (): void => void setTimeout(() => resolve(false), interruptGraceMs).unref();
    if (signal?.aborted) start();
    else signal?.addEventListener("abort", start, { once: true });
  });
}

/**
 * vitest and vite end the process at the first SIGINT or SIGTERM, with nothing written. The listeners that come between
 * this call and the returned one are taken off, so that who called decides.
 */
function keepSignals(): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = signals.map((name) => new Set(process.listeners(name)));
  return () => {
    for (const [at, name] of signals.entries())
      for (const listener of process.listeners(name)) if (!before[at]?.has(listener)) process.off(name, listener);
  };
}
