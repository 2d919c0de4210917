/** Values that may change without a write: times, counters, ids of a request. */
import type { Json } from "../../spec/json.ts";
import { withLeaves } from "../../spec/json-walks.ts";

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const httpTime = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d/;
const id = /^(?:[\w-]{1,12}[:_-])?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64})$/i;
const etag = /^(?:W\/)?".{1,80}"$/;

/** Seconds or milliseconds since 1970, in this century. */
function isEpoch(value: number): boolean {
  return (value > 946_684_800 && value < 4_102_444_800) || (value > 946_684_800_000 && value < 4_102_444_800_000);
}

/** True for a text or number that is a time or an id by its looks. */
export function looksVolatile(value: Json): boolean {
  if (typeof value === "number") return isEpoch(value);
  if (typeof value !== "string") return false;
  return (
    isoTime.test(value) ||
    httpTime.test(value) ||
    id.test(value) ||
    etag.test(value) ||
    (/^\d{10,13}$/.test(value) && isEpoch(Number(value)))
  );
}

/** A long text of letters, digits and the signs of encodings and addresses that is no ordinary word. */
function isOpaque(text: string): boolean {
  return /^[\w+/=.~%&?:;,@#-]{8,}$/.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text)));
}

/** True where two texts differ only in one opaque part, such as a signature, a nonce or an encrypted value. */
function differsInOpaqueStretch(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before, after].every((text) => isOpaque(text.slice(start, text.length - end)));
}

/** True where the value may have changed through time alone: a later time, a higher counter, a new id. */
export function mayHaveDrifted(before: Json, after: Json): boolean {
  if (looksVolatile(before) && looksVolatile(after)) return typeof before === typeof after;
  if (typeof before === "string" && typeof after === "string") return differsInOpaqueStretch(before, after);
  return (
    typeof before === "number" &&
    typeof after === "number" &&
    Number.isInteger(before) &&
    Number.isInteger(after) &&
    after > before
  );
}

/** The value with nothing in the place of times and ids, which may be others at each read. */
export function withoutVolatile(value: Json): Json {
  return withLeaves(value, (leaf) => (looksVolatile(leaf) ? null : leaf));
}
