/**
 * How long a search waits for what it should find. Each wait in vain costs the whole search lag and ten requests, and
 * after some of them the target's searches are known to be wrong: from then on a wait is over after several times what the
 * longest one took that was not in vain. The more of them there were, the sooner; soon, where many waits tell the lag.
 */

/** What is sought so soon behind a write is found at once only where searches hardly lag. */
const rightBehindMs = 250;

/** From so many waits in vain on, and others not in vain, the least that is waited, and by how much more than the longest. */
const lessPatient = [
  { inVain: 12, met: 0, leastMs: 500, timesTheLongest: 2 },
  { inVain: 4, met: 0, leastMs: 1_000, timesTheLongest: 4 },
  { inVain: 2, met: 10, leastMs: 1_000, timesTheLongest: 4 },
  { inVain: 1, met: 10, leastMs: 2_000, timesTheLongest: 6 },
] as const;

export class SearchPatience {
  readonly #lagMs: number;
  #inVain = 0;
  #met = 0;
  #longestMs = 0;

  /** @param lagMs how long searches may lag behind writes */
  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  /** Milliseconds that a search may wait now. */
  get ms(): number {
    const less = lessPatient.find(({ inVain, met }) => this.#inVain >= inVain && this.#met >= met);
    if (less === undefined) return this.#lagMs;
    return Math.min(this.#lagMs, Math.max(less.leastMs, less.timesTheLongest * this.#longestMs));
  }

  /**
   * Counts a wait of so many milliseconds, and whether it brought what was waited for.
   * @param writtenMsAgo how long before the search the last write was: what is found long after it tells of no lag
   */
  record(waitedMs: number, met: boolean, writtenMsAgo: number): void {
    if (!met) this.#inVain += 1;
    else if (waitedMs > 0 || writtenMsAgo <= rightBehindMs) this.#met += 1;
    if (met) this.#longestMs = Math.max(this.#longestMs, waitedMs);
  }
}
