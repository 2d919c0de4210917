/** How many requests run at once and start per second, shared by everything that one driver runs. */

export class Limiter {
  readonly #concurrency: number;
  readonly #intervalMs: number;
  readonly #burst: number;
  #running = 0;
  /** When the next request may start, on the clock of `performance.now()`; lies in the past while there is a burst left. */
  #nextAtMs = 0;
  #pausedUntilMs = 0;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: number, requestsPerSecond?: number) {
    this.#concurrency = concurrency;
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    // A tenth of a second's worth may start together; more would break the limit of a target that counts short windows.
    this.#burst = requestsPerSecond === undefined ? 0 : Math.max(1, Math.min(concurrency, requestsPerSecond / 10));
  }

  /** Requests holding a place now. */
  get running(): number {
    return this.#running;
  }

  /** Waits for a place. Every acquired place must be released. */
  acquire(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#running < this.#concurrency && this.#delayMs() <= 0) {
      this.#take();
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#pump();
    });
  }

  release(): void {
    this.#running--;
    if (this.#waiting.length > 0) this.#pump();
  }

  /** Nobody starts before this time: the target asked for a rest. */
  pauseUntil(timeMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, timeMs);
  }

  /** Lets everybody through who still waits, so that an interrupted run ends at once. */
  drain(): void {
    this.#pausedUntilMs = 0;
    for (const resolve of this.#waiting.splice(0)) {
      this.#running++;
      resolve();
    }
  }

  #delayMs(): number {
    const now = performance.now();
    return Math.max(this.#pausedUntilMs, this.#intervalMs > 0 ? this.#nextAtMs : 0) - now;
  }

  #take(): void {
    this.#running++;
    if (this.#intervalMs === 0) return;
    const now = performance.now();
    this.#nextAtMs = Math.max(this.#nextAtMs, now - (this.#burst - 1) * this.#intervalMs) + this.#intervalMs;
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#running < this.#concurrency) {
      const delay = this.#delayMs();
      if (delay > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#pump();
        }, Math.ceil(delay));
        return;
      }
      this.#take();
      this.#waiting.shift()?.();
    }
  }
}
