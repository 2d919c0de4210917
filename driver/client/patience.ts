/**
 * How long a target that answers 429 or 503 with Retry-After is waited for. A request belongs to groups, such as its
 * operation and all operations behind a login. Once a group has had nothing but refusals for the whole budget, they are
 * taken as the target's answers until something else comes: neither an operation that is never open nor one that always
 * is, such as a login, can make a run wait for ever.
 *
 * So is a trace that is busy: 409, 423 or 425 with Retry-After as the answer to an action. Other requests of the operation
 * may be refused for other reasons, so only one that is taken ends that wait.
 */
import { busyTraceStatuses } from "../../spec/readings/throttled.ts";

const maxAttempts = 8;
/** A trace is busy for a moment: what is refused for longer is refused. */
const maxAttemptsOnBusyTrace = 4;
const maxRestMs = 30_000;

export class Patience {
  readonly #budgetMs: number;
  readonly #refusedSinceMs = new Map<string, number>();
  readonly #busySinceMs = new Map<string, number>();

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
    if ((status !== 429 && status !== 503) || retryAfter === undefined) {
      for (const group of groups) this.#refusedSinceMs.delete(group);
      return undefined;
    }
    const now = performance.now();
    for (const group of groups) if (!this.#refusedSinceMs.has(group)) this.#refusedSinceMs.set(group, now);
    const since = Math.min(...groups.map((group) => this.#refusedSinceMs.get(group) ?? now));
    return attempt < maxAttempts ? this.#restWithin(retryAfter, since) : undefined;
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
