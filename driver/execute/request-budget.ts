/** How many requests a driver sends at most for scripts and probes; what comes after is not sent. */
import { UnsentStep } from "./unsent.ts";

export class RequestBudget {
  readonly #most: number;
  readonly #retries: () => number;
  #passed = 0;

  /**
   * @param most requests, each retry counted; absent: any number
   * @param retries how many requests were sent again so far
   */
  constructor(most: number | undefined, retries: () => number) {
    this.#most = most ?? Infinity;
    this.#retries = retries;
  }

  /** Requests that may still be sent. */
  get left(): number {
    return Math.max(0, this.#most - this.#passed - this.#retries());
  }

  /** Counts a request that follows from one that was sent. False once all were sent. */
  follow(): boolean {
    if (this.left === 0) return false;
    this.#passed += 1;
    return true;
  }

  /** Counts one request. @throws UnsentStep once all were sent */
  pass(): void {
    if (this.left === 0)
      throw new UnsentStep(
        `as many requests were sent as --max-requests allows (${this.#most})`,
        "a higher `--max-requests`",
      );
    this.#passed += 1;
  }
}
