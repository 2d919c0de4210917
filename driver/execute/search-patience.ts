/**
 * How long a search waits for what it should find. Each wait in vain costs the whole search lag and ten requests, and
 * after some of them the target's searches are known to be wrong: from then on a wait is over after several times what the
 * longest one took that was not in vain. The more of them there were, the sooner; soon, where many waits tell the lag.
 */
import type { OperationId } from "../../spec/operations.ts";

/** What is sought so soon behind a write is found at once only where searches hardly lag. */
const rightBehindMs = 250;

/** From so many waits in vain on, and others not in vain, the least that is waited, and by how much more than the longest. */
const lessPatient = [
  { inVain: 4, met: 30, leastMs: 150, timesTheLongest: 6 },
  { inVain: 24, met: 0, leastMs: 150, timesTheLongest: 4 },
  { inVain: 1, met: 30, leastMs: 400, timesTheLongest: 6 },
  { inVain: 12, met: 0, leastMs: 500, timesTheLongest: 2 },
  { inVain: 4, met: 0, leastMs: 1_000, timesTheLongest: 4 },
  { inVain: 2, met: 10, leastMs: 1_000, timesTheLongest: 4 },
  { inVain: 1, met: 10, leastMs: 2_000, timesTheLongest: 6 },
] as const;

/** So many answers without a list show that an operation gives none. */
const enoughWithoutList = 4;

const hurried = { leastMs: 150, timesTheLongest: 4 };

export class SearchPatience {
  readonly #lagMs: number;
  #inVain = 0;
  #unusualInVain = 0;
  #met = 0;
  #longestMs = 0;
  readonly #lists = new Map<OperationId, number>();

  /** @param lagMs how long searches may lag behind writes */
  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  /** Milliseconds that are enough where a wait in vain does no harm: several times what the longest one took. */
  get hurriedMs(): number {
    return Math.min(this.ms(), Math.max(hurried.leastMs, hurried.timesTheLongest * this.#longestMs));
  }

  /**
   * Milliseconds that a search may wait now; to be asked again while it waits, as others may end in vain meanwhile.
   * @param isUnusual whether it seeks what a target may well not find, such as letters of a rare script
   */
  ms(isUnusual = false): number {
    const vain = this.#inVain + (isUnusual ? this.#unusualInVain : 0);
    const less = lessPatient.find(({ inVain, met }) => vain >= inVain && this.#met >= met);
    if (less === undefined) return this.#lagMs;
    return Math.min(this.#lagMs, Math.max(less.leastMs, less.timesTheLongest * this.#longestMs));
  }

  /** Counts an answer of an operation that was a success, and whether it was a list at all. */
  recordAnswer(operation: OperationId, isList: boolean): void {
    const before = this.#lists.get(operation) ?? 0;
    this.#lists.set(operation, isList ? Infinity : before + 1);
  }

  /** True for an operation that answered so often, and never with a list: to wait for one is in vain. */
  givesNoList(operation: OperationId): boolean {
    const answers = this.#lists.get(operation) ?? 0;
    return answers >= enoughWithoutList && answers < Infinity;
  }

  /**
   * Counts a wait of so many milliseconds, and whether it brought what was waited for.
   * @param writtenMsAgo how long before the search the last write was: what is found long after it tells of no lag
   * @param isUnusual see `ms`; such a wait in vain makes others of its kind shorter, and none for what is usual
   */
  record(waitedMs: number, met: boolean, writtenMsAgo: number, isUnusual = false): void {
    if (!met && isUnusual) this.#unusualInVain += 1;
    else if (!met) this.#inVain += 1;
    else if (waitedMs > 0 || writtenMsAgo <= rightBehindMs) this.#met += 1;
    if (met) this.#longestMs = Math.max(this.#longestMs, waitedMs);
  }
}
