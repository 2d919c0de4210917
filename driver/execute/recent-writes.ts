/** When each trace was written to last, for targets whose reads come from a copy that lags behind. */

/** Traces that are remembered; the others were written to long ago. */
const mostTraces = 10_000;

export class RecentWrites {
  readonly #lagMs: number;
  /** Ends of the writes, on the clock of `performance.now()`, the latest last. */
  readonly #endedMs = new Map<string, number>();

  /** @param lagMs how far a read may be behind, as the configuration says */
  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  /** Records that a write to the trace has ended, however it was answered. */
  ended(traceId: string): void {
    const key = traceId.toLowerCase();
    this.#endedMs.delete(key);
    this.#endedMs.set(key, performance.now());
    if (this.#endedMs.size <= mostTraces) return;
    const oldest = this.#endedMs.keys().next().value;
    if (oldest !== undefined) this.#endedMs.delete(oldest);
  }

  /**
   * When a read of the trace shows all writes that have ended, on the clock of `performance.now()`.
   * @param seenMs how far reads were seen to be behind
   */
  readableAtMs(traceId: string, seenMs: number): number {
    return (this.#endedMs.get(traceId.toLowerCase()) ?? -Infinity) + Math.max(this.#lagMs, seenMs);
  }
}
