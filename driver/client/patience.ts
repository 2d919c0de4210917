/**
 * How long a target that answers 429 or 503 with Retry-After is waited for. The budget is shared: once nothing but
 * refusals has come for the whole budget, they are taken as the target's answers until something else comes.
 */

const maxAttempts = 8;
const maxRestMs = 30_000;

export class Patience {
  readonly #budgetMs: number;
  #refusedSinceMs: number | undefined;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  /** To be called for every answer that is not such a refusal. */
  answered(): void {
    this.#refusedSinceMs = undefined;
  }

  /** Milliseconds to rest before trying again, or undefined when the answer stands. */
  restMs(status: number, retryAfter: string | undefined, attempt: number): number | undefined {
    if ((status !== 429 && status !== 503) || retryAfter === undefined) {
      this.answered();
      return undefined;
    }
    const now = performance.now();
    this.#refusedSinceMs ??= now;
    const rest = secondsOf(retryAfter);
    if (rest === undefined || attempt >= maxAttempts) return undefined;
    // A little longer than asked for: clocks that count whole seconds open a moment late.
    const restMs = rest * 1000 + 25;
    if (restMs > maxRestMs || now + restMs - this.#refusedSinceMs > this.#budgetMs) return undefined;
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
