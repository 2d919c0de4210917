/** Redaction of values that are partly ours and partly the target's, such as results, without harm to their form. */

import { isBytesValue, type BytesValue } from "../spec/vocabulary/bytes-value.ts";

/** Members whose texts are words of our own: a password such as `pass` must not make `passed` unreadable. */
const ownWords = new Set([
  "id",
  "requirement",
  "area",
  "status",
  "verdict",
  "level",
  "basis",
  "access",
  "depth",
  "face",
  "operation",
  "operationId",
  "method",
  "op",
  "actor",
  "startedAt",
  "specDigest",
  "kind",
  "sha256",
]);

/** Members below which the names, too, are the target's. */
const foreign = new Set(["expected", "actual", "responseHeaders"]);

/** Bytes are searched as such, too: base64 hides a token from whoever looks for its shape. */
function cleanBytes(value: BytesValue, redact: (text: string) => string): BytesValue {
  const text = Buffer.from(value.base64, "base64").toString("latin1");
  const clean = redact(text);
  const base64 = clean === text ? value.base64 : Buffer.from(clean, "latin1").toString("base64");
  return { ...value, base64: redact(base64) };
}

/** The JSON value with `redact` applied to every text that a target could have had a hand in. */
export function cleanValues<T>(value: T, redact: (text: string) => string): T {
  return cleaned(value, redact, false) as T;
}

function cleaned(value: unknown, redact: (text: string) => string, isForeign: boolean): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact, isForeign));
  if (typeof value !== "object" || value === null) return value;
  if (isBytesValue(value)) return cleanBytes(value, redact);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (isForeign) return [redact(name), cleaned(member, redact, true)];
      if (typeof member === "string" && ownWords.has(name)) return [name, member];
      return [name, cleaned(member, redact, foreign.has(name))];
    }),
  );
}
