/** How many requests run at once and start per second, shared by everything that one driver runs. */

/** After so many rounds without a refusal one request more is tried at once. */
const roundsUntilMore = 16;
/** A second, and a little more: requests may come closer together at the target than they were sent. */
const secondMs = 1_050;

export class Limiter {
  /** What was allowed, or what turned out to be the most that the target takes. */
  #most: number;
  #bound: number | undefined;
  /** What is sent at once now. */
  #concurrency: number;
  /** True from when one more is tried at once until many were taken so. */
  #trying = false;
  #answered = 0;
  #steppedUntilMs = 0;
  readonly #intervalMs: number;
  readonly #burst: number;
  #running = 0;
  /** When the next request may start, on the clock of `performance.now()`; lies in the past while there is a burst left. */
  #nextAtMs = 0;
  #pausedUntilMs = 0;
  /** When the latest requests started, as many as may start in a second; the oldest stands at `#oldest`. */
  readonly #starts: number[];
  #oldest = 0;
  readonly #waiting: (() => void)[] = [];
  /** Those that hold a place and are to be sent again. */
  readonly #repeating: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: number, requestsPerSecond?: number) {
    this.#most = concurrency;
    this.#concurrency = concurrency;
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    // A tenth of a second's worth may start together; more would break the limit of a target that counts short windows.
    this.#burst = requestsPerSecond === undefined ? 0 : Math.max(1, Math.min(concurrency, requestsPerSecond / 10));
    const perSecond = requestsPerSecond === undefined ? 0 : Math.max(1, Math.floor(requestsPerSecond));
    this.#starts = Array.from({ length: perSecond }, () => -Infinity);
  }

  /** Requests holding a place now. */
  get running(): number {
    return this.#running;
  }

  /** Waits for a place. Every acquired place must be released. */
  acquire(): Promise<void> | undefined {
    if (!this.#somebodyWaits && this.#running < this.#concurrency && this.#delayMs() <= 0) {
      this.#running++;
      this.#started();
      return undefined;
    }
    return this.#queue(this.#waiting);
  }

  /** Waits until a request that holds a place may be sent again: a rate that was set counts it as any other. */
  acquireAgain(): Promise<void> | undefined {
    return this.#intervalMs === 0 ? undefined : this.#queue(this.#repeating);
  }

  release(): void {
    this.#running--;
    if (this.#somebodyWaits) this.#pump();
  }

  /** Nobody starts before this time: the target asked for a rest. */
  pauseUntil(timeMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, timeMs);
  }

  /**
   * The target has more to do at once than it takes: half as many from now on, and never again one more than was taken
   * where only that one was too many. Refusals that come before `untilMs` are of the same moment.
   */
  crowded(untilMs: number): void {
    const now = performance.now();
    this.#answered = 0;
    if (now < this.#steppedUntilMs) return;
    this.#steppedUntilMs = untilMs;
    if (this.#trying && this.#concurrency > 1) this.#most = this.#concurrency - 1;
    this.#trying = false;
    this.#concurrency = Math.max(1, Math.floor(Math.min(this.#concurrency, this.#running) / 2));
  }

  /** What the target takes at once, as far as can be told from its answers; undefined: nothing tells of a bound. */
  set bound(bound: number | undefined) {
    const wasBound = this.#bound !== undefined;
    this.#bound = bound;
    if (bound !== undefined) this.#concurrency = Math.min(this.#concurrency, bound);
    else if (wasBound) this.#concurrency = this.#most;
  }

  get #ceiling(): number {
    return Math.min(this.#most, this.#bound ?? Infinity);
  }

  /** The target took a request; after many of them more may be under way at once again. */
  taken(): void {
    if (this.#concurrency >= this.#ceiling && !this.#trying) return;
    if (++this.#answered < roundsUntilMore * this.#concurrency) return;
    this.#answered = 0;
    this.#trying = this.#concurrency < this.#ceiling;
    if (this.#trying) this.#concurrency++;
  }

  /** Lets everybody through who still waits, so that an interrupted run ends at once. */
  drain(): void {
    this.#pausedUntilMs = 0;
    for (const resolve of this.#waiting.splice(0)) {
      this.#running++;
      resolve();
    }
    for (const resolve of this.#repeating.splice(0)) resolve();
  }

  get #somebodyWaits(): boolean {
    return this.#waiting.length > 0 || this.#repeating.length > 0;
  }

  #queue(queue: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#pump();
    });
  }

  #delayMs(): number {
    const now = performance.now();
    if (this.#intervalMs === 0) return this.#pausedUntilMs - now;
    return Math.max(this.#pausedUntilMs, this.#nextAtMs, (this.#starts[this.#oldest] ?? -Infinity) + secondMs) - now;
  }

  #started(): void {
    if (this.#intervalMs === 0) return;
    const now = performance.now();
    this.#nextAtMs = Math.max(this.#nextAtMs, now - (this.#burst - 1) * this.#intervalMs) + this.#intervalMs;
    this.#starts[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.#starts.length;
  }

  #pump(): void {
    while (this.#repeating.length > 0 || (this.#waiting.length > 0 && this.#running < this.#concurrency)) {
      const delay = this.#delayMs();
      if (delay > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#pump();
        }, Math.ceil(delay));
        return;
      }
      this.#started();
      const again = this.#repeating.shift();
      if (again) again();
      else {
        this.#running++;
        this.#waiting.shift()?.();
      }
    }
  }
}
