/** Bytes that are put together one after the other. */

/** Grows by doubling; a list of numbers would need many times the memory. */
export class Bytes {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  add(octet: number): void {
    if (this.length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.length + 16);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.length++] = octet;
  }

  addAll(octets: Uint8Array): void {
    const length = this.length + octets.length;
    if (length > this.#bytes.length) {
      const longer = new Uint8Array(2 * length);
      longer.set(this.#bytes.subarray(0, this.length));
      this.#bytes = longer;
    }
    this.#bytes.set(octets, this.length);
    this.length = length;
  }

  /** A character as UTF-8. */
  addCodePoint(code: number): void {
    if (code < 0x80) return this.add(code);
    if (code > 0x10ffff) return;
    if (code < 0x800) this.add(0xc0 | (code >> 6));
    else {
      if (code < 0x10000) this.add(0xe0 | (code >> 12));
      else {
        this.add(0xf0 | (code >> 18));
        this.add(0x80 | ((code >> 12) & 0x3f));
      }
      this.add(0x80 | ((code >> 6) & 0x3f));
    }
    this.add(0x80 | (code & 0x3f));
  }

  whole(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
