/**
 * Whether a target answers 503 to what is more than it takes in a time, and says nothing of when to come again: many of the
 * last answers are that, for several operations which it answers as well, and hardly any once requests come more slowly. By
 * chance, as of one bad machine of many, it answers so however slowly they come.
 */

/** So many answers tell, of which so many are 503, for so many operations. */
const [lastAnswers, leastBusy, leastOperations] = [60, 15, 3];
/** So many answers come until requests have become as slow as they get. */
const answersUntilSlow = 180;

interface Answer {
  readonly operation: string;
  readonly isBusy: boolean;
}

export class BusyShare {
  #last: readonly Answer[] = [];
  #kind: "unknown" | "rate" | "chance" = "unknown";
  #answersSince = 0;

  add(operation: string, isBusy: boolean): void {
    this.#last = [...this.#last, { operation, isBusy }].slice(-lastAnswers);
    if (this.#kind === "unknown" && this.#isHigh) this.#kind = "rate";
    else if (this.#kind === "rate") this.#answersSince += 1;
    if (this.#kind === "rate" && this.#answersSince === answersUntilSlow && this.#isHigh) this.#kind = "chance";
  }

  /** True where requests have to come more slowly: there is such a rate, though fewer go beyond it by now. */
  get isOfRate(): boolean {
    return this.#kind === "rate";
  }

  get #isHigh(): boolean {
    const busy = this.#last.filter(({ isBusy }) => isBusy);
    if (busy.length < leastBusy) return false;
    const answered = new Set(this.#last.filter(({ isBusy }) => !isBusy).map(({ operation }) => operation));
    return new Set(busy.map(({ operation }) => operation)).intersection(answered).size >= leastOperations;
  }
}
