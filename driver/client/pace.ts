/** When the next request may start, so that no second has more of them than a rate allows. */

export interface Pace {
  /** The earliest time of the next start, on the clock of `performance.now()`. */
  readonly nextMs: number;
  started(now: number): void;
  /** One that had started is sent, which on a busy machine is later. */
  sent(now: number): void;
}

/** A second, and a little more: requests may come closer together at the target than they were sent. */
const secondMs = 1_050;

/** The latest starts, as many as may be in a second. */
class LatestStarts {
  /** A ring; the oldest stands at `#oldest`. */
  readonly #starts: number[];
  #oldest = 0;
  /** How many of the latest are not sent yet. */
  #unsent = 0;

  constructor(perSecond: number, before?: LatestStarts) {
    const none = Array.from({ length: Math.max(1, Math.floor(perSecond)) }, () => -Infinity);
    this.#starts = [...none, ...(before?.inOrder ?? [])].slice(-none.length);
  }

  get inOrder(): readonly number[] {
    return [...this.#starts.slice(this.#oldest), ...this.#starts.slice(0, this.#oldest)];
  }

  get nextMs(): number {
    return (this.#starts[this.#oldest] ?? -Infinity) + secondMs;
  }

  started(now: number): void {
    const { length } = this.#starts;
    this.#starts[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % length;
    this.#unsent = Math.min(this.#unsent + 1, length);
  }

  /** Counts from now on from when it was sent. Whichever it was: all that counts is how many were sent when. */
  sent(now: number): void {
    if (this.#unsent === 0) return;
    const { length } = this.#starts;
    this.#starts[(this.#oldest - this.#unsent + length) % length] = now;
    this.#unsent--;
  }
}

/** Some together, and then a rest: what goes at the same time shows what nothing else does. */
export class PaceInBursts implements Pace {
  readonly #size: number;
  readonly #restMs: number;
  readonly #latest: LatestStarts;
  #left = 0;
  #nextBurstMs = -Infinity;

  /**
   * @param together how many may start at the same time at most
   * @param before the pace until now, whose starts count
   */
  constructor(perSecond: number, together: number, before?: PaceInBursts) {
    const inASecond = Math.max(1, Math.floor(perSecond));
    const bursts = Math.max(2, Math.ceil(inASecond / together));
    this.#size = Math.max(1, Math.floor(inASecond / bursts));
    this.#restMs = (secondMs * this.#size) / perSecond;
    this.#latest = new LatestStarts(perSecond, before && before.#latest);
    if (before) this.#nextBurstMs = before.#nextBurstMs;
  }

  get nextMs(): number {
    return Math.max(this.#left > 0 ? -Infinity : this.#nextBurstMs, this.#latest.nextMs);
  }

  started(now: number): void {
    if (this.#left === 0) {
      this.#left = this.#size;
      this.#nextBurstMs = now + this.#restMs;
    }
    this.#left--;
    this.#latest.started(now);
  }

  sent(now: number): void {
    this.#latest.sent(now);
  }
}

/**
 * As a rate that was set wants it, which may be that of a target that counts short windows: a tenth of a second's worth goes
 * together, and not more.
 */
export class EvenPace extends PaceInBursts {
  /** @param together how many may start at the same time at most */
  constructor(perSecond: number, together: number) {
    super(perSecond, Math.max(1, Math.min(together, perSecond / 10)));
  }
}
