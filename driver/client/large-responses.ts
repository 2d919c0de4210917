/**
 * Large responses are received a few at a time, so that a target which answers every request with an endless body
 * cannot fill the memory: all others wait, paused, and their waiting does not count as the target's time.
 */

/** Below this a response is received at once. */
export const largeBytes = 1_048_576;
const maxLargeBytesAtOnce = 67_108_864;

export class LargeResponses {
  readonly #slots: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(maxResponseBytes: number) {
    this.#slots = Math.max(1, Math.floor(maxLargeBytesAtOnce / maxResponseBytes));
  }

  /** True when the response may go on at once; otherwise `resume` is called when it may. */
  enter(resume: () => void): boolean {
    if (this.#taken < this.#slots) {
      this.#taken++;
      return true;
    }
    this.#waiting.push(resume);
    return false;
  }

  /** Gives a place back, or gives up waiting for one. */
  leave(resume: () => void): void {
    const place = this.#waiting.indexOf(resume);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      return;
    }
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken--;
  }
}
