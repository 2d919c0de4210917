/**
 * Bodies that are large and are kept: a run holds hundreds of answers at a time, and one that was parsed takes many times
 * the memory of its bytes. So they are packed, and unpacked and parsed again when somebody looks.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Json } from "../../spec/json.ts";

/** Smaller ones are kept as they are. */
const leastPacked = 65_536;
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export class CompactBody {
  readonly #packed: Buffer;
  readonly #size: number;
  #bytes: WeakRef<Buffer>;
  #json: WeakRef<object> | undefined;

  /** @param json what the bytes are, where they were parsed */
  constructor(bytes: Buffer, json?: Json) {
    this.#packed = zstdCompressSync(bytes, quickly);
    this.#size = bytes.length;
    this.#bytes = new WeakRef(bytes);
    if (typeof json === "object" && json !== null) this.#json = new WeakRef(json);
  }

  get bytes(): Buffer {
    const known = this.#bytes.deref();
    if (known) return known;
    const bytes = this.#unpacked();
    this.#bytes = new WeakRef(bytes);
    return bytes;
  }

  /** The same for as long as somebody holds it. */
  get json(): Json {
    const known = this.#json?.deref() as Json | undefined;
    if (known !== undefined) return known;
    // A weak reference holds what it was made for until the task at hand has ended, and whole histories are judged in one.
    const bytes = this.#bytes.deref() ?? this.#unpacked();
    const value = JSON.parse(bytes.toString("utf8")) as Json;
    if (typeof value === "object" && value !== null) this.#json = new WeakRef(value);
    return value;
  }

  #unpacked(): Buffer {
    return zstdDecompressSync(this.#packed, { maxOutputLength: this.#size });
  }
}

/** Whether a body that is kept takes less memory packed. */
export function isWorthPacking(body: Buffer): boolean {
  return body.length >= leastPacked;
}
