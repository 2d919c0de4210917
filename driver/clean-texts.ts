/** Texts that were looked through and hold no secret: targets show the same data again and again. */

const mostTexts = 20_000;
const longest = 2_000;

export class CleanTexts {
  #texts = new Set<string>();
  #before = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text) || this.#before.has(text);
  }

  add(text: string): void {
    if (text.length > longest) return;
    // A part of a larger text would keep the whole of it in memory.
    const own = Buffer.from(text).toString();
    if (own === text) this.#texts.add(own);
    if (this.#texts.size < mostTexts) return;
    this.#before = this.#texts;
    this.#texts = new Set();
  }
}
