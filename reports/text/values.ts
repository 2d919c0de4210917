/** Wanted and got values as text. */
import { isBytesValue, type BytesValue } from "../../spec/vocabulary/bytes-value.ts";
import { shorten } from "./escape.ts";

/** Bytes that a line of text shows of those that differ. */
const shownBytes = 16;

export interface ValueTexts {
  readonly wanted?: string;
  readonly got?: string;
}

/**
 * Both sides of a failure as compact JSON in at most `limit` characters each; bytes as their size and, in hex, what
 * stands at the first difference.
 */
export function valueTexts(
  failure: { readonly expected?: unknown; readonly actual?: unknown },
  limit: number,
): ValueTexts {
  const { expected, actual } = failure;
  if (isBytesValue(expected) && isBytesValue(actual)) {
    const at = differingOffset(expected, actual);
    return { wanted: bytesText(expected, at), got: bytesText(actual, at) };
  }
  return {
    ...(expected === undefined ? {} : { wanted: jsonText(expected, limit) }),
    ...(actual === undefined ? {} : { got: jsonText(actual, limit) }),
  };
}

function jsonText(value: unknown, limit: number): string {
  return shorten(JSON.stringify(value) ?? String(value), limit);
}

function bytesText(value: BytesValue, at: number): string {
  const size = `${value.$bytes} ${value.$bytes === 1 ? "byte" : "bytes"}`;
  const from = at - value.offset;
  const shown = Buffer.from(value.base64, "base64").subarray(from, from + shownBytes);
  if (shown.length === 0) return `${size}, ends before byte ${at}`;
  const hex = [...shown].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return `${size}, from byte ${at} on: ${hex}${at + shown.length < value.$bytes ? " …" : ""}`;
}

function differingOffset(expected: BytesValue, actual: BytesValue): number {
  const [a, b] = [Buffer.from(expected.base64, "base64"), Buffer.from(actual.base64, "base64")];
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at++;
  return expected.offset + at;
}
