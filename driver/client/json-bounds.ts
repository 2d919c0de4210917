/** Whether a JSON text stays within the bounds of nesting and of values, told while it comes. */

/** Deeper documents are not parsed: walking them would exhaust the stack. */
export const maxJsonDepth = 2_000;
/** Documents of more values are not parsed: they would need many times their size in memory. */
export const maxJsonValues = 50_000;
/** Lists of what there is may be longer. */
export const maxListedValues = 500_000;

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

export class JsonBounds {
  #depth = 0;
  #values = 1;
  #inText = false;
  readonly #maxValues: number;
  /** True where the text goes on behind an odd number of backslashes. */
  #escaped = false;
  /** True where nothing more can be read: the text is no document, or goes on behind the end of one. */
  #over = false;

  constructor(maxValues = maxListedValues) {
    this.#maxValues = maxValues;
  }

  /**
   * Looks at brackets and commas outside of texts, as far as somebody who reads the document does.
   * @returns the bound that is broken, once one is
   */
  add(bytes: Uint8Array): string | undefined {
    if (this.#over || this.#isOther(bytes)) return undefined;
    for (let at = this.#inText ? this.#endOfText(bytes, 0) : 0; at < bytes.length; at++) {
      switch (bytes[at]) {
        case quote:
          // The step of the loop leads behind the quote that ends it.
          at = this.#endOfText(bytes, at + 1) - 1;
          break;
        case 0x5b:
        case 0x7b:
          this.#values++;
          if (++this.#depth > maxJsonDepth) return `nested deeper than ${String(maxJsonDepth)}`;
          break;
        case 0x5d:
        case 0x7d:
          if (--this.#depth > 0) break;
          this.#over = true;
          return undefined;
        case 0x2c:
          if (++this.#values > this.#maxValues) return `more than ${String(this.#maxValues)} values`;
          break;
        default:
      }
    }
    return undefined;
  }

  /** True where the text begins as no object and no list does: nothing else can break a bound. */
  #isOther(bytes: Uint8Array): boolean {
    if (this.#depth > 0) return false;
    let at = 0;
    while ((bytes[at] ?? Infinity) <= space) at++;
    const first = bytes[at];
    this.#over = first !== undefined && first !== 0x5b && first !== 0x7b;
    return this.#over;
  }

  /** Index behind the quote that ends the text which goes on at `start`, or the end of the bytes. */
  #endOfText(bytes: Uint8Array, start: number): number {
    for (let from = start; ;) {
      const found = bytes.indexOf(quote, from);
      const stop = found < 0 ? bytes.length : found;
      let first = stop;
      while (first > from && bytes[first - 1] === backslash) first--;
      // Those at the very beginning go on with what came before.
      const escaped = ((stop - first) % 2 === 1) !== (first === from && this.#escaped);
      this.#escaped = found < 0 && escaped;
      this.#inText = found < 0 || escaped;
      if (!this.#inText || found < 0) return found < 0 ? stop : stop + 1;
      from = stop + 1;
    }
  }
}
