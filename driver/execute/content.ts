/** The bytes of a file that a script describes. */
import { createHash } from "node:crypto";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { ContentSpec, FileSpec } from "../../spec/vocabulary/script.ts";
import { bytesPassed } from "../client/collected.ts";
import { chunksOf, type Bytes } from "../byte-source.ts";
import type { FilePart } from "../faces/multipart.ts";

/** Larger files are kept in a history as digest and size only. */
export const maxKeptBytes = 1_048_576;
/** Larger contents are made in chunks while they are sent; a multiple of four bytes. */
const chunkBytes = 1_048_576;

/** The same bytes for the same description, always and everywhere. */
export function contentBytes(content: ContentSpec): Uint8Array {
  if ("text" in content) return Buffer.from(content.text);
  if ("base64" in content) return Buffer.from(content.base64, "base64");
  if ("everyByte" in content) return Buffer.alloc(256 * content.everyByte, everyByte);
  const [all] = made(content, content.bytes);
  return all ?? new Uint8Array();
}

/** The same bytes as `contentBytes`, made while they are read if there are many. */
export function contentOf(content: ContentSpec): Bytes {
  if (!("bytes" in content) || content.bytes <= 4 * chunkBytes) return contentBytes(content);
  return { length: content.bytes, chunks: () => made(content, chunkBytes) };
}

function* made(
  { bytes, seed, changedAt = bytes }: Extract<ContentSpec, { bytes: number }>,
  atOnce: number,
): Generator<Uint8Array, void> {
  let from = 0;
  for (const chunk of pseudoRandom(bytes, seed, atOnce)) {
    const [at, is] = [changedAt - from, chunk[changedAt - from]];
    if (is !== undefined) chunk[at] = is ^ 0xff;
    from += chunk.length;
    yield chunk;
  }
}

const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

/** Marsaglia's xorshift32: fast, and random enough to be incompressible. */
function* pseudoRandom(length: number, seed: number, atOnce: number): Generator<Uint8Array, void> {
  let state = (seed ^ 0x9e37_79b9) | 0 || 1;
  for (let made = 0; made < length; made += atOnce) {
    const size = Math.min(atOnce, length - made);
    const words = new Uint32Array(Math.ceil(size / 4));
    for (let at = 0; at < words.length; at++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[at] = state;
    }
    yield new Uint8Array(words.buffer, 0, size);
    bytesPassed(size);
  }
}

export function filePartOf(file: FileSpec): FilePart {
  const bytes = contentOf(file.content);
  const { partName, fileName, contentType = "application/octet-stream" } = file;
  const sha256 = createHash("sha256");
  for (const chunk of chunksOf(bytes)) sha256.update(chunk);
  return { name: partName, fileName, contentType, bytes, sha256: sha256.digest("hex") };
}

export function sentFileOf({ name, fileName, contentType, bytes, sha256 }: FilePart): SentFile {
  const kept = bytes instanceof Uint8Array && bytes.length <= maxKeptBytes ? { bytes } : {};
  return { partName: name, fileName, contentType, size: bytes.length, sha256, ...kept };
}
