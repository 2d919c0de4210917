/** The bytes of a file that a script describes. */
import { hash } from "node:crypto";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { ContentSpec, FileSpec } from "../../spec/vocabulary/script.ts";
import type { FilePart } from "../faces/multipart.ts";

/** Larger files are kept in a history as digest and size only. */
const maxKeptBytes = 1_048_576;

/** The same bytes for the same description, always and everywhere. */
export function contentBytes(content: ContentSpec): Uint8Array {
  if ("text" in content) return Buffer.from(content.text);
  if ("base64" in content) return Buffer.from(content.base64, "base64");
  if ("everyByte" in content) return Buffer.alloc(256 * content.everyByte, everyByte);
  return pseudoRandom(content.bytes, content.seed);
}

const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

/** Marsaglia's xorshift32: fast, and good enough to be incompressible. */
function pseudoRandom(length: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = (seed ^ 0x9e37_79b9) | 0 || 1;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, length);
}

export function filePartOf(file: FileSpec): FilePart {
  const bytes = contentBytes(file.content);
  const { partName, fileName, contentType = "application/octet-stream" } = file;
  return { name: partName, fileName, contentType, bytes, sha256: hash("sha256", bytes) };
}

export function sentFileOf({ name, fileName, contentType, bytes, sha256 }: FilePart): SentFile {
  const kept = bytes.length <= maxKeptBytes ? { bytes } : {};
  return { partName: name, fileName, contentType, size: bytes.length, sha256, ...kept };
}
