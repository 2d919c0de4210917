/** Makes bytes into JSON values that show where two sides of a judgement part. */
import type { BytesValue } from "./bytes-value.ts";

/** Small enough for every report, and enough to see how the bytes go on. */
const maxBytes = 2048;
const lead = 256;
const rowBytes = 16;

/** Both sides, with their windows at the same offset: shortly before the first difference. */
export function bytesValues(wanted: Uint8Array, got: Uint8Array): readonly [BytesValue, BytesValue] {
  // Aligned, so that the rows of a hex dump stand at the same offsets.
  const offset = Math.max(0, Math.floor((partingOf(wanted, got) - lead) / rowBytes) * rowBytes);
  return [windowOf(wanted, offset), windowOf(got, offset)];
}

/** The first place where two sequences part: the length of the shorter where they do not before. */
export function partingOf(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return index;
  return length;
}

function windowOf(bytes: Uint8Array, offset: number): BytesValue {
  const base64 = Buffer.from(bytes.subarray(offset, offset + maxBytes)).toString("base64");
  return { $bytes: bytes.length, offset, base64 };
}
