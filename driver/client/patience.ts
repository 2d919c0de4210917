/**
 * How long a target that answers 429, or 503 with Retry-After, is waited for. A request belongs to groups, such as its
 * operation and all operations behind a login. Once a group has had nothing but refusals for the whole budget, they are
 * taken as the target's answers until something else comes: neither an operation that is never open nor one that always
 * is, such as a login, can make a run wait for ever.
 *
 * A 429 that does not say when to come back may stand for a rate, which is over soon, or for a quota, which is not. It is a
 * quota where other operations are taken all the time: then the wait is short, and shorter still where it was in vain before.
 *
 * So is a trace that is busy: 409, 423 or 425 with Retry-After as the answer to an action, or to the download of a file that is
 * looked into first. Other requests of the operation may be refused for other reasons, so only one that is taken ends that wait.
 */
import { busyTraceStatuses } from "../../spec/readings/throttled.ts";

const maxAttempts = 8;
/** A trace is busy for a moment: what is refused for longer is refused. */
const maxAttemptsOnBusyTrace = 4;
const maxRestMs = 30_000;
/** Rests between attempts where a 429 does not say how long. */
const unnamedRestsMs = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000];
/** Where others are taken meanwhile: how long one operation is waited for, and after how many waits in vain only once more. */
const [unnamedWithOthersMs, waitsInVain] = [4_000, 2];

export class Patience {
  readonly #budgetMs: number;
  readonly #refusedSinceMs = new Map<string, number>();
  readonly #busySinceMs = new Map<string, number>();
  /** By operation: waits for a 429 without Retry-After that ended with one. */
  readonly #inVain = new Map<string, number>();
  #takenAtMs = -Infinity;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  /**
   * Milliseconds to rest before trying again, or undefined when the answer stands.
   * @param groups the groups that the request belongs to; to be called for every answer
   */
  restMs(
    groups: readonly string[],
    status: number,
    retryAfter: string | undefined,
    attempt: number,
  ): number | undefined {
    if (status !== 429 && (status !== 503 || retryAfter === undefined)) {
      for (const group of groups) this.#refusedSinceMs.delete(group);
      if (attempt > 1) this.#inVain.delete(String(groups[0]));
      this.#takenAtMs = performance.now();
      return undefined;
    }
    const now = performance.now();
    for (const group of groups) if (!this.#refusedSinceMs.has(group)) this.#refusedSinceMs.set(group, now);
    const since = Math.min(...groups.map((group) => this.#refusedSinceMs.get(group) ?? now));
    if (retryAfter === undefined) return this.#unnamedRestMs(String(groups[0]), since, attempt);
    return attempt < maxAttempts ? this.#restWithin(retryAfter, since) : undefined;
  }

  #unnamedRestMs(operation: string, sinceMs: number, attempt: number): number | undefined {
    const inVain = this.#inVain.get(operation) ?? 0;
    // Where nothing was ever taken, nobody should wait long to be told so.
    const isShort = this.#takenAtMs > sinceMs || this.#takenAtMs === -Infinity;
    const rests = isShort && inVain >= waitsInVain ? unnamedRestsMs.slice(0, 1) : unnamedRestsMs;
    const restMs = rests[attempt - 1];
    const withinMs = isShort ? Math.min(unnamedWithOthersMs, this.#budgetMs) : this.#budgetMs;
    if (restMs !== undefined && performance.now() + restMs - sinceMs <= withinMs) return restMs;
    this.#inVain.set(operation, inVain + 1);
    return undefined;
  }

  /**
   * The same for an answer to an action of a trace. To be called for every such answer.
   * @param operation those of one operation share their patience
   */
  restOnTraceMs(
    operation: string,
    status: number,
    retryAfter: string | undefined,
    attempt: number,
  ): number | undefined {
    if (status < 300) this.#busySinceMs.delete(operation);
    if (!busyTraceStatuses.includes(status) || retryAfter === undefined) return undefined;
    const since = this.#busySinceMs.get(operation) ?? performance.now();
    this.#busySinceMs.set(operation, since);
    return attempt < maxAttemptsOnBusyTrace ? this.#restWithin(retryAfter, since) : undefined;
  }

  #restWithin(retryAfter: string, sinceMs: number): number | undefined {
    const rest = secondsOf(retryAfter);
    if (rest === undefined) return undefined;
    // A little longer than asked for: clocks that count whole seconds open a moment late.
    const restMs = rest * 1000 + 25;
    const isTooLong = restMs > maxRestMs || performance.now() + restMs - sinceMs > this.#budgetMs;
    return isTooLong ? undefined : restMs;
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
