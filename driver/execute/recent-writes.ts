/** When each trace was last written to, for targets whose reads come from a lagging replica. */

/** So many traces are remembered; older ones were written to long ago. */
const mostTraces = 10_000;

export class RecentWrites {
  readonly #lagMs: number;
  /** When the writes ended, on the clock of `performance.now()`; the latest last. */
  readonly #endedMs = new Map<string, number>();

  /** @param lagMs how far reads may lag, as configured */
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
   * From when on a read of the trace shows all finished writes, on the clock of `performance.now()`.
   * @param seenMs the lag that was observed
   */
  readableAtMs(traceId: string, seenMs: number): number {
    return (this.#endedMs.get(traceId.toLowerCase()) ?? -Infinity) + Math.max(this.#lagMs, seenMs);
  }
}
