/** At least so many values are remembered, and at most twice as many. */
const bound = 20_000;

/**
 * Values that earlier answers showed, so that a literal value of a script can be told from a wrong one: e.g. an id that
 * a search answered is right. The oldest are forgotten.
 */
export class Seen {
  /** Two generations: finding the oldest value of one large set gets slower with each removal. */
  #values = new Set<string>();
  #older = new Set<string>();

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value);
  }

  has(value: string): boolean {
    const key = value.toLowerCase();
    return this.#values.has(key) || this.#older.has(key);
  }

  *values(): Iterable<string> {
    yield* this.#older;
    yield* this.#values;
  }

  add(value: string): void {
    if (this.#values.size >= bound) {
      this.#older = this.#values;
      this.#values = new Set();
    }
    this.#values.add(value.toLowerCase());
  }
}
