/**
 * How many requests a target takes at once, where it only answers 503 to the others and says nothing of when to come
 * again. Such answers may as well be chance, such as one bad machine of many: those come however few are in flight.
 */

/** Answers with few in flight, and with many, before anything follows from them. */
const [leastWithFew, leastWithMany] = [20, 16];
/**
 * The share of 503: up to the bound at most, with just as many in flight as the bound, and beyond it at least. Some come
 * below it, as a target may still be busy with a request whose answer is here already.
 */
const [mostUpTo, mostAt, leastBeyond] = [0.1, 0.15, 0.2];

interface Tally {
  readonly answers: number;
  readonly busy: number;
}

const nothing: Tally = { answers: 0, busy: 0 };

export class InFlightBound {
  /** By how many were in flight with the request, itself among them. */
  readonly #tallies: Tally[] = [];

  /** Counts an answer. @param inFlight requests in flight when this one was sent, itself among them */
  add(inFlight: number, isBusy: boolean): void {
    while (this.#tallies.length <= inFlight) this.#tallies.push(nothing);
    this.#tallies[inFlight] = sum([this.#tallies[inFlight] ?? nothing, { answers: 1, busy: isBusy ? 1 : 0 }]);
  }

  /** The most in flight at which the target is hardly ever busy, where it is often so beyond; undefined without such. */
  get most(): number | undefined {
    for (let most = this.#tallies.length - 2; most >= 1; most--) {
      const upTo = sum(this.#tallies.slice(0, most + 1));
      const beyond = sum(this.#tallies.slice(most + 1));
      if (upTo.answers < leastWithFew || beyond.answers < leastWithMany) continue;
      // Many answers with very few in flight must not hide what comes of one more, nor the other way round.
      const [at = nothing, next = nothing] = this.#tallies.slice(most);
      if (shareOf(upTo) > mostUpTo || shareOf(at) > mostAt || shareOf(next) < leastBeyond) continue;
      if (shareOf(beyond) >= leastBeyond) return most;
    }
    return undefined;
  }
}

const shareOf = ({ answers, busy }: Tally): number => (answers === 0 ? 0 : busy / answers);

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, tally) => ({ answers: all.answers + tally.answers, busy: all.busy + tally.busy }),
    nothing,
  );
}
