/** Carries out a run that somebody waits for: tells how far it is, keeps the results on disk fresh, ends in time. */
import type { Results } from "../../reports/results/index.ts";
import type { OpenedRun, RunProgress } from "./open-run.ts";

const progressEveryMs = 200;
const checkpointEveryMs = 2_000;
/** So many times as long as the results took to write nothing is written: a run must not spend its time on that. */
const restsForWriting = 50;
/** Milliseconds after an interrupt, or after the end of the time, until work that has not ended is abandoned. */
const interruptGraceMs = 8_000;

interface CarryOutOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/**
 * Runs everything that was planned, and closes the session.
 * @returns the results, which are in the output folder, too; after an interrupt those of what had ended
 * @throws OutputError when they cannot be written
 */
export async function carryOut(run: OpenedRun, { signal, onProgress }: CarryOutOptions): Promise<Results> {
  const { session } = run;
  let failure: Error | undefined;
  const progress = setInterval(() => onProgress(run.progress), progressEveryMs);
  let checkpoint: NodeJS.Timeout | undefined;
  const writeLater = (afterMs: number): void => {
    checkpoint = setTimeout(() => {
      const startedMs = performance.now();
      try {
        session.checkpoint(false);
        writeLater(Math.max(checkpointEveryMs, restsForWriting * (performance.now() - startedMs)));
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        session.abandon(failure.message);
      }
    }, afterMs);
  };
  writeLater(checkpointEveryMs);
  let ended = true;
  try {
    const over = AbortSignal.any([signal, session.overtime]);
    ended = await Promise.race([run.runAll().then(() => true), graceAfter(over)]);
    const results = session.checkpoint(ended && !session.interrupted);
    if (failure) throw failure;
    return results;
  } finally {
    clearInterval(progress);
    clearTimeout(checkpoint);
    // What hangs must not keep the process alive either.
    if (ended) await session.close();
    else void session.close().catch(() => undefined);
  }
}

/** Resolves to false some time after the signal was aborted; never without it. */
function graceAfter(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    const start = (): void => void setTimeout(() => resolve(false), interruptGraceMs).unref();
    if (signal.aborted) start();
    else signal.addEventListener("abort", start, { once: true });
  });
}
