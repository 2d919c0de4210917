/**
 * Faults in a row, whatever was asked: 503 and the like, and connections that fail. Where they are few, one machine of
 * many is down, and whoever asks again meets another. Where there is nothing but faults, the target is away, such as while
 * it is replaced, and soon back; after some seconds it is taken as gone.
 */

/** Rests before a request is tried again. */
const restsMs = [50, 250];
/** While the target is away. */
const awayRestsMs = [250, 500, 1_000, 2_000, 2_000, 2_000];
const leastWhereAway = 8;
const awayMs = 8_000;
/** After so many faults in a row the target is away or gone. */
const faultsUntilGone = 20;

export class Outage {
  #faults = 0;
  #sinceMs = 0;
  /** When the target was away, and came back. */
  readonly #away: { readonly fromMs: number; readonly toMs: number }[] = [];

  /** Something else than a fault came. */
  ended(): void {
    if (this.isAway) this.#away.push({ fromMs: this.#sinceMs, toMs: performance.now() });
    this.#faults = 0;
  }

  /** True for a time at which the target was away for a while, as when it is replaced: what is lost then is not lost now and then. */
  wasAway(atMs: number): boolean {
    return this.#away.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
  }

  fault(): void {
    if (this.#faults === 0) this.#sinceMs = performance.now();
    this.#faults++;
  }

  /** True where nothing needs to be sent for the moment, as all would fail. */
  get isAway(): boolean {
    return this.#faults >= leastWhereAway && performance.now() - this.#sinceMs <= awayMs;
  }

  /** @returns milliseconds to rest before the request is tried again; undefined where it is not */
  restMs(attempt: number): number | undefined {
    if (this.isAway) return awayRestsMs[attempt - 1];
    return this.#faults <= faultsUntilGone ? restsMs[attempt - 1] : undefined;
  }
}
