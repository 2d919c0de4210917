/** Wanted and got values as text. */
import { partingOf } from "../../spec/vocabulary/bytes-window.ts";
import { isBytesValue, type BytesValue } from "../../spec/vocabulary/bytes-value.ts";
import { gotNothing } from "../results/got-nothing.ts";
import { shorten } from "./escape.ts";

/** Room for a note of what is left out on one side; a text with less than four times this has an ellipsis instead. */
const noteLength = 25;
/** Bytes that a line of text shows of those that differ. */
const shownBytes = 16;

export interface ValueTexts {
  readonly wanted?: string;
  readonly got?: string;
}

/**
 * Both sides of a failure as compact JSON in at most `limit` characters each; bytes as their size and, in hex, what
 * stands at the first difference. What is too long is cut so that the first difference stays.
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
  const [wanted, got] = [jsonText(expected), jsonText(actual)];
  if (wanted === undefined || got === undefined)
    return {
      ...(wanted === undefined ? {} : { wanted: shorten(wanted, limit) }),
      ...(got === undefined ? {} : { got: shorten(got, limit) }),
    };
  const at = partingOf(wanted, got);
  return { wanted: around(wanted, at, limit), got: around(got, at, limit) };
}

/** True for lines set in columns behind each other, such as bars of time: a part of them in one line says nothing. */
export const isPicture = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((line) => typeof line === "string" && /^ *\||^and /.test(line));

function jsonText(value: unknown): string | undefined {
  if (value === gotNothing) return "nothing";
  return value === undefined ? undefined : (JSON.stringify(value) ?? String(value));
}

/** What stands around this place, in at most `limit` characters, with the lengths of what is left out where they fit. */
function around(text: string, at: number, limit: number): string {
  if (text.length <= limit) return text;
  const tells = limit >= 4 * noteLength;
  // A quarter of the room shows what leads to the difference, the rest the difference itself.
  const room = Math.max(1, limit - 2 * (tells ? noteLength : 1));
  const start = Math.max(0, Math.min(at - Math.floor(room / 4), text.length - room));
  const end = Math.min(text.length, start + room);
  const kept = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  const before = tells ? `«${String(start)} characters» …` : "…";
  const after = tells ? `… «${String(text.length - end)} more»` : "…";
  return `${start > 0 ? before : ""}${kept}${end < text.length ? after : ""}`;
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
