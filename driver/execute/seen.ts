/**
 * What earlier answers have shown of the target, so that a literal value of a script can be told from a wrong one: an id
 * that a search brought is a good id. The oldest are forgotten past a bound.
 */
export class Seen {
  readonly #values = new Set<string>();
  readonly #bound: number;

  constructor(values: Iterable<string> = [], bound = 20_000) {
    this.#bound = bound;
    for (const value of values) this.add(value);
  }

  has(value: string): boolean {
    return this.#values.has(value.toLowerCase());
  }

  add(value: string): void {
    this.#values.add(value.toLowerCase());
    if (this.#values.size <= this.#bound) return;
    const oldest = this.#values.values().next().value;
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
