/** Binary values of `expected` and `actual`. */
import type { BytesValue } from "../../../../spec/vocabulary/bytes-value.ts";

export { isBytesValue } from "../../../../spec/vocabulary/bytes-value.ts";

export function decodeBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Offset in the whole value of the first byte that differs; undefined when the windows are alike. */
export function firstDifferingByte(expected: BytesValue, actual: BytesValue): number | undefined {
  if (expected.offset !== actual.offset) return undefined;
  const [a, b] = [decodeBase64(expected.base64), decodeBase64(actual.base64)];
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return expected.offset + at;
  return undefined;
}
