/** Hands the targets to worker processes, each one at a time. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { MatrixOptions, TargetOutcome } from "./outcome.ts";
import type { MatrixTarget } from "./target.ts";
import type { Task } from "./worker.ts";

/** A worker is replaced after so many targets: the database of a fresh one is small again. */
const targetsPerWorker = 50;
/** A worker that is silent for this long hangs, and its target with it. */
const defaultPatienceMs = 300_000;

export interface PoolOptions extends MatrixOptions {
  readonly workers: number;
  /** Module whose `startService(target)` starts the services; absent: the reference and its faults and variants. */
  readonly services?: string;
  /** How long a target may take; absent: three minutes. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
  /** Told each outcome as soon as it is there. */
  readonly onOutcome?: (outcome: TargetOutcome) => void;
}

/** Examines the targets; the outcomes are in the order of the targets. An abort leaves out those that had not ended. */
export async function examineAll(
  targets: readonly MatrixTarget[],
  options: PoolOptions,
): Promise<readonly TargetOutcome[]> {
  const queue = [...targets];
  const outcomes = new Map<MatrixTarget, TargetOutcome>();
  const work = async (): Promise<void> => {
    while (queue.length > 0 && !options.signal?.aborted) {
      const worker = new Worker(options);
      try {
        for (let count = 0; count < targetsPerWorker && worker.alive; count++) {
          const target = options.signal?.aborted ? undefined : queue.shift();
          if (target === undefined) break;
          const outcome = await worker.examine({
            target,
            depth: options.depth,
            seed: options.seed,
            ...(options.whole ? { whole: true } : {}),
          });
          if (outcome === undefined) break;
          outcomes.set(target, outcome);
          options.onOutcome?.(outcome);
        }
      } finally {
        worker.end();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.workers, targets.length) }, work));
  return targets.flatMap((target) => outcomes.get(target) ?? []);
}

class Worker {
  readonly #process: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #patienceMs: number;
  #alive = true;
  #complaint = "";

  constructor({ services, signal, patienceMs = defaultPatienceMs }: PoolOptions) {
    this.#patienceMs = patienceMs;
    // Beside this file there is worker.ts in the sources and worker.js once compiled.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const script = fileURLToPath(new URL(`./worker.${extension}`, import.meta.url));
    this.#process = fork(script, services === undefined ? [] : [services], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#process.stderr?.on("data", (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString()).slice(-2000);
    });
    const end = (): void => this.end();
    this.#process.once("exit", () => {
      this.#alive = false;
      signal?.removeEventListener("abort", end);
    });
    signal?.addEventListener("abort", end, { once: true });
    this.#ready = this.#message();
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Undefined when the matrix was interrupted meanwhile. */
  async examine(task: Task): Promise<TargetOutcome | undefined> {
    const startedMs = performance.now();
    await this.#ready;
    if (this.#alive) this.#process.send(task);
    const outcome = this.#alive ? await this.#message() : undefined;
    if (outcome !== undefined) return outcome as TargetOutcome;
    if (this.#ended) return undefined;
    const error = this.#alive
      ? `there was no outcome within ${String(this.#patienceMs / 1000)} seconds`
      : `the worker ended: ${this.#complaint}`;
    this.end();
    const nothing = { sightings: [], exchanges: 0, probeExchanges: 0, inconclusive: [] };
    return { ...task.target, ...nothing, verdict: "error", seconds: (performance.now() - startedMs) / 1000, error };
  }

  #ended = false;

  end(): void {
    this.#ended = true;
    this.#process.kill("SIGKILL");
  }

  /** The next message, or undefined when the process ends or the time is over. */
  async #message(): Promise<unknown> {
    return new Promise((resolve) => {
      const done = (message?: unknown): void => {
        clearTimeout(timer);
        this.#process.off("message", done).off("exit", onExit);
        resolve(message);
      };
      const onExit = (): void => done();
      const timer = setTimeout(onExit, this.#patienceMs);
      this.#process.on("message", done).once("exit", onExit);
    });
  }
}
