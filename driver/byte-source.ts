/** Bytes that may be too many to hold at once. */

/** Made while they are read, the same each time, so that a large file is never whole in memory. */
export interface ByteSource {
  /** Of all chunks together. */
  readonly length: number;
  chunks(): Iterable<Uint8Array>;
}

export type Bytes = Uint8Array | ByteSource;

export function chunksOf(bytes: Bytes): Iterable<Uint8Array> {
  return bytes instanceof Uint8Array ? [bytes] : bytes.chunks();
}

/** One after the other; made while they are read where one of them is. */
export function joined(parts: readonly Bytes[]): Buffer | ByteSource {
  const held = parts.filter((part) => part instanceof Uint8Array);
  if (held.length === parts.length) return Buffer.concat(held);
  return {
    length: parts.reduce((sum, part) => sum + part.length, 0),
    *chunks() {
      for (const part of parts) yield* chunksOf(part);
    },
  };
}
