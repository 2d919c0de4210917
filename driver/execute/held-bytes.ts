/**
 * Bounds the memory for large answers that running scripts keep. Beyond the bound, the script that has kept answers for
 * longest goes on alone, and the others wait before their next request until it has ended: a target with long answers
 * then costs time, not memory.
 */

/** Smaller answers are not counted; there are too few requests at a time for them to matter. */
const leastCounted = 65_536;
const defaultMost = 33_554_432;

export class HeldBytes {
  readonly #most: number;
  /** By script; the one that has kept an answer for longest comes first. */
  readonly #held = new Map<object, number>();
  readonly #waiting: { readonly script: object; readonly goOn: () => void }[] = [];
  #total = 0;

  /** @param most bytes kept while several scripts go on */
  constructor(most = defaultMost) {
    this.#most = most;
  }

  /** Resolves when the script may send its next request. */
  turn(script: object): Promise<void> | undefined {
    if (this.#mayGoOn(script)) return undefined;
    return new Promise((goOn) => this.#waiting.push({ script, goOn }));
  }

  /** Adds bytes of an answer that the script keeps until its end. */
  add(script: object, bytes: number): void {
    if (bytes < leastCounted) return;
    this.#held.set(script, (this.#held.get(script) ?? 0) + bytes);
    this.#total += bytes;
  }

  /** Releases the bytes of a script that has ended. */
  release(script: object): void {
    this.#total -= this.#held.get(script) ?? 0;
    this.#held.delete(script);
    for (const waiting of this.#waiting.splice(0)) {
      if (this.#mayGoOn(waiting.script)) waiting.goOn();
      else this.#waiting.push(waiting);
    }
  }

  #mayGoOn(script: object): boolean {
    const [first] = this.#held.keys();
    return this.#total <= this.#most || first === script;
  }
}
