/** What a run ends by before its end, with what it knows: its time, or its requests. */
import type { EarlyEnd } from "../../reports/results/index.ts";

/** Requests that the scripts under way will have sent, counted as if they had only begun. */
export class RequestsAhead {
  readonly #most: number | undefined;
  #expected = 0;
  #isUsedUp = false;

  /** @param most that the run may send; absent: any number */
  constructor(most: number | undefined) {
    this.#most = most;
  }

  /** Why the run ended, and what lets it go on; undefined as long as nothing had to be left out. */
  get end(): EarlyEnd | undefined {
    if (!this.#isUsedUp) return undefined;
    return {
      because: `its requests were used up (\`--max-requests ${String(this.#most)}\`)`,
      remedy: "a run with a higher `--max-requests`, or without it",
    };
  }

  /** Takes the requests of a script beforehand. @returns false where those under way leave too few */
  take(requests: number, left: number): boolean {
    if (this.#most !== undefined && this.#expected + requests > left) this.#isUsedUp = true;
    else this.#expected += requests;
    return !this.#isUsedUp;
  }

  giveBack(requests: number): void {
    this.#expected -= requests;
  }
}

export class Deadline {
  readonly #startedMs = performance.now();
  readonly #passed = new AbortController();
  #totalMs = Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** When the run began, on the clock of `performance.now()`. */
  get startedMs(): number {
    return this.#startedMs;
  }

  /** Aborted, with the reason, when the time is over. */
  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  /** Why the run ended, and what lets it go on; undefined as long as there is time. */
  get end(): EarlyEnd | undefined {
    if (!this.signal.aborted) return undefined;
    return {
      because: `its time was over after ${String(Math.round(this.#totalMs / 1_000))} s (\`limits.totalMs\`)`,
      remedy: "a target that answers sooner, or a higher `limits.totalMs`",
    };
  }

  /** Milliseconds until the time is over. */
  get leftMs(): number {
    return Math.max(0, this.#startedMs + this.#totalMs - performance.now());
  }

  /** Sets the time from the beginning of the run; it may be set anew while it lasts. */
  set(totalMs: number): void {
    this.clear();
    this.#totalMs = totalMs;
    const leftMs = Math.max(0, this.#startedMs + totalMs - performance.now());
    // A timer cannot wait longer than this.
    if (leftMs >= 2 ** 31) return;
    this.#timer = setTimeout(() => this.#passed.abort(new Error("the time of the run is over")), leftMs);
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
