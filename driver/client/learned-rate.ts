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
/** A refusal costs a rest of all: the rate stays this much below one that was refused, until so many were taken. */
const [below, takenUntilBeyond] = [0.95, 200];

export class LearnedRate {
  #refusedAtMs: number | undefined;
  #takenSince = 0;
  #takenInARow = 0;
  #rates: number[] = [];
  #perSecond: number | undefined;
  /** The rate before it was raised last, at which nothing was refused; 0 where it was not raised since a refusal. */
  #sustained = 0;
  #ceiling = Infinity;

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
    if (this.#perSecond !== undefined) this.#ceiling = below * this.#perSecond;
    this.#perSecond = Math.max(leastPerSecond, this.#sustained, ...this.#rates);
    this.#sustained = 0;
    return true;
  }

  /** @param othersWait whether more would have been sent @returns whether the rate is another now */
  taken(othersWait: boolean): boolean {
    this.#takenSince += 1;
    if (this.#perSecond === undefined || !othersWait) return false;
    const raised = Math.min(factor * this.#perSecond, this.#ceiling);
    const isBeyond = raised <= this.#perSecond;
    if (++this.#takenInARow < (isBeyond ? takenUntilBeyond : takenUntilMore)) return false;
    this.#takenInARow = 0;
    this.#sustained = this.#perSecond;
    if (isBeyond) this.#ceiling = Infinity;
    this.#perSecond = isBeyond ? factor * this.#perSecond : raised;
    return true;
  }
}
