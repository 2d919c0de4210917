/**
 * How many requests a second a target takes that goes on refusing although one is sent after the other: so many as it took
 * from one refusal to the next. A little more is tried from time to time, as little may have been asked meanwhile.
 */

/** Of so many latest times between refusals the best counts. */
const latest = 4;
/** A target that refuses however few come must not make a run ever slower. */
const leastPerSecond = 2;
/** Refusals that come closer together are of one moment. */
const leastMs = 500;
/** After so many without a refusal, while more waited, the rate is raised by this factor. */
const [takenUntilMore, factor] = [10, 1.1];

export class LearnedRate {
  #refusedAtMs: number | undefined;
  #takenSince = 0;
  #takenInARow = 0;
  #rates: number[] = [];
  #perSecond: number | undefined;

  /** Requests a second; undefined until there were three refusals. */
  get perSecond(): number | undefined {
    return this.#perSecond;
  }

  /** @returns whether the rate is another now */
  refused(now: number): boolean {
    const since = this.#refusedAtMs;
    if (since !== undefined && now - since < leastMs) return false;
    if (since !== undefined && this.#takenSince > 0)
      this.#rates = [...this.#rates, (1_000 * this.#takenSince) / (now - since)].slice(-latest);
    this.#refusedAtMs = now;
    this.#takenSince = 0;
    this.#takenInARow = 0;
    if (this.#rates.length < 2) return false;
    this.#perSecond = Math.max(leastPerSecond, ...this.#rates);
    return true;
  }

  /** @param othersWait whether more would have been sent @returns whether the rate is another now */
  taken(othersWait: boolean): boolean {
    this.#takenSince += 1;
    if (this.#perSecond === undefined || !othersWait || ++this.#takenInARow < takenUntilMore) return false;
    this.#takenInARow = 0;
    this.#perSecond *= factor;
    return true;
  }
}
