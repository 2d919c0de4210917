/** What one kind of request cost. */
export interface Timing {
  /** Of requests sent one after the other, in milliseconds. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Requests a second with several at once. */
  readonly perSecond: number;
}

export interface Effort {
  /** Requests one after the other. */
  readonly requests: number;
  /** How many at once for the throughput. */
  readonly concurrency: number;
  /** How long throughput is measured, in milliseconds. */
  readonly throughputMs: number;
}

/** Sends one kind of request until its times are known; a few requests before are not counted. */
export async function time(send: () => Promise<void>, effort: Effort): Promise<Timing> {
  for (let count = 0; count < 3; count++) await send();
  const elapsed: number[] = [];
  for (let count = 0; count < effort.requests; count++) {
    const before = performance.now();
    await send();
    elapsed.push(performance.now() - before);
  }
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: effort.concurrency }, async () => {
      while (performance.now() - started < effort.throughputMs) {
        await send();
        done++;
      }
    }),
  );
  const perSecond = (done * 1000) / (performance.now() - started);
  return { medianMs: quantile(elapsed, 0.5), p95Ms: quantile(elapsed, 0.95), perSecond };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
