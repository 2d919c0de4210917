/**
 * Traces that are looked for in every search answer, however long: those of the configuration, and the first that a run
 * creates, which probes look at. Each script also knows those that it creates.
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
