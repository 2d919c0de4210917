/**
 * Traces that are looked for in every search, however long its list is: those of the configuration, and the first that a
 * run creates, which are those that its probes look at. What a script creates it knows by itself.
 */
export class OwnTraces {
  readonly #ids: Set<string>;

  constructor(configured: readonly string[]) {
    this.#ids = new Set(configured.map((id) => id.toLowerCase()));
  }

  add(id: string): void {
    if (this.#ids.size < mostOwn) this.#ids.add(id.toLowerCase());
  }

  /** In lower case. */
  get ids(): Iterable<string> {
    return this.#ids;
  }
}

const mostOwn = 1_000;
