/**
 * How long a target that answers 429 or 503 with Retry-After is waited for. A request belongs to groups, such as its
 * operation and all operations behind a login. Once a group has had nothing but refusals for the whole budget, they are
 * taken as the target's answers until something else comes: neither an operation that is never open nor one that always
 * is, such as a login, can make a run wait for ever.
 */

const maxAttempts = 8;
const maxRestMs = 30_000;

export class Patience {
  readonly #budgetMs: number;
  readonly #refusedSinceMs = new Map<string, number>();

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
    const rest = secondsOf(retryAfter);
    if (rest === undefined || attempt >= maxAttempts) return undefined;
    // A little longer than asked for: clocks that count whole seconds open a moment late.
    const restMs = rest * 1000 + 25;
    if (restMs > maxRestMs || now + restMs - since > this.#budgetMs) return undefined;
    return restMs;
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
