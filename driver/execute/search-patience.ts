/**
 * Bounds how long a search waits for an expected result. Each wait in vain costs the whole search lag and ten requests;
 * after some, the searches of the target are known to be wrong. From then on a wait is limited to a multiple of the
 * longest successful one; the more waits in vain, the shorter, and sooner where many successful ones tell the lag.
 */
import type { OperationId } from "../../spec/operations.ts";

/** A result found at once, within this time after the write, tells that searches hardly lag. */
const rightBehindMs = 250;

/**
 * By the numbers of waits in vain and of successful ones: the least wait, and the multiple of the longest successful
 * one.
 */
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

/** For searches of smaller scripts: see `hurriedMs`. */
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

  /** Milliseconds for a search whose wait in vain does no harm: a multiple of the longest successful wait. */
  get hurriedMs(): number {
    return Math.min(this.ms(), Math.max(hurried.leastMs, hurried.timesTheLongest * this.#longestMs));
  }

  /**
   * How many milliseconds a search may wait now. Ask again while it waits: other searches may end in vain meanwhile.
   * @param isUnusual true for values that a target may well not find, e.g. letters of a rare script
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
