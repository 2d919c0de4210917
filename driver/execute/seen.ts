/** So many values are remembered at least, and twice as many at most. */
const bound = 20_000;

/**
 * What earlier answers have shown of the target, so that a literal value of a script can be told from a wrong one: an id
 * that a search brought is a good id. The oldest are forgotten past a bound.
 */
export class Seen {
  /** Two generations: to look for the oldest of a set from which many were taken takes longer with each of them. */
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
