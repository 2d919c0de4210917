/** Wrong logins from elsewhere are slowed down, for each account and address; those from this machine are not. */
import { Refusal } from "../core/refusal.ts";
import { isLoopback } from "./well-known.ts";

/** Far more than a conformance run sends, and far fewer than guessing wants. */
const MOST_FAILURES = 100;
const WITHIN_MS = 5 * 60_000;
/** Accounts and addresses that are remembered; the oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;

interface Failures {
  count: number;
  readonly sinceMs: number;
}

export class LoginThrottle {
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Lets a login be tried, and counts it where it fails.
   * @param account absent for a login that names none
   * @throws Refusal 429 while there were too many that failed
   */
  async attempt<T>(
    address: string,
    account: string | undefined,
    login: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (isLoopback(address)) return await login();
    const key = JSON.stringify([address, account?.slice(0, 300)]);
    const nowMs = this.#now();
    const known = this.#failures.get(key);
    const failures = known && nowMs - known.sinceMs < WITHIN_MS ? known : { count: 0, sinceMs: nowMs };
    if (failures.count >= MOST_FAILURES)
      throw new Refusal(429, "too-many-logins", "too many failed logins; try again later", "address");
    // Counted before it is tried: many at once must not slip through together.
    failures.count++;
    this.#failures.delete(key);
    this.#failures.set(key, failures);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MOST_REMEMBERED) break;
      this.#failures.delete(oldest);
    }
    const user = await login();
    if (user !== undefined) failures.count = 0;
    return user;
  }
}
