/** Texts that were looked through and hold no secret: targets show the same data again and again. */
import { hash } from "node:crypto";

const mostTexts = 20_000;
/** Of a longer text its digest is kept, so that what is known stays small. */
const longest = 200;

export class CleanTexts {
  #texts = new Set<string>();
  #before = new Set<string>();

  has(text: string): boolean {
    const key = keyOf(text);
    return this.#texts.has(key) || this.#before.has(key);
  }

  add(text: string): void {
    const key = keyOf(text);
    // A part of a larger text would keep the whole of it in memory.
    const own = Buffer.from(key).toString();
    if (own === key) this.#texts.add(own);
    if (this.#texts.size < mostTexts) return;
    this.#before = this.#texts;
    this.#texts = new Set();
  }
}

/** A digest is told from a text by its length: no short text has so many characters. */
function keyOf(text: string): string {
  return text.length <= longest ? text : hash("sha512", text).padEnd(longest + 1);
}
