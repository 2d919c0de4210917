/** Bounds the requests that a driver sends for scripts and probes; later ones are not sent. */
import { UnsentStep } from "./unsent.ts";

export class RequestBudget {
  readonly #most: number;
  readonly #retries: () => number;
  #passed = 0;

  /** @param most requests, retries included; absent: any number @param retries how many retries there were so far */
  constructor(most: number | undefined, retries: () => number) {
    this.#most = most ?? Infinity;
    this.#retries = retries;
  }

  /** How many requests may still be sent. */
  get left(): number {
    return Math.max(0, this.#most - this.#passed - this.#retries());
  }

  /** Counts a follow-up request, e.g. after a redirect. False where no more may be sent. */
  follow(): boolean {
    if (this.left === 0) return false;
    this.#passed += 1;
    return true;
  }

  /** Counts one request. @throws UnsentStep where no more may be sent */
  pass(): void {
    if (this.left === 0)
      throw new UnsentStep(
        `as many requests were sent as --max-requests allows (${this.#most})`,
        "a higher `--max-requests`",
      );
    this.#passed += 1;
  }
}
