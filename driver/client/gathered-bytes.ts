/** The bytes of a response as they come: many small pieces take hardly more memory than they hold. */

const [leastBlock, mostBlock] = [4_096, 65_536];
/** Larger pieces are kept as they came; each is a part of what was read from the line at once. */
const smallPiece = 8_192;

export class GatheredBytes {
  #pieces: Uint8Array[] = [];
  /** Small pieces are put together here. */
  #open = new Uint8Array();
  #used = 0;
  #length = 0;

  add(piece: Uint8Array): void {
    const isFirst = this.#length === 0;
    this.#length += piece.length;
    if (isFirst || piece.length >= smallPiece) {
      this.#close();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#open.length) {
      this.#close();
      const size = Math.min(mostBlock, Math.max(leastBlock, this.#length, piece.length));
      this.#open = Buffer.allocUnsafeSlow(size);
    }
    this.#open.set(piece, this.#used);
    this.#used += piece.length;
  }

  /** What came so far, piece by piece. */
  *pieces(): Generator<Uint8Array> {
    yield* this.#pieces;
    if (this.#used > 0) yield this.#open.subarray(0, this.#used);
  }

  whole(): Buffer {
    const [only, ...others] = this.pieces();
    if (only instanceof Buffer && others.length === 0) return only;
    return Buffer.concat(only ? [only, ...others] : [], this.#length);
  }

  drop(): void {
    this.#pieces = [];
    this.#open = new Uint8Array();
    this.#used = 0;
    this.#length = 0;
  }

  #close(): void {
    if (this.#used > 0) this.#pieces.push(this.#open.subarray(0, this.#used));
    this.#open = new Uint8Array();
    this.#used = 0;
  }
}
