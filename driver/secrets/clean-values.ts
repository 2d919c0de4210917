/** Redaction of values that are partly ours and partly the target's, such as results, without harm to their form. */

import { endOfText } from "./end-of-text.ts";
import { withheldMark } from "./secrets.ts";
import { isBytesValue, type BytesValue } from "../../spec/vocabulary/bytes-value.ts";

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
  "step",
  "traits",
  "candidateFor",
  "sha256",
  "statement",
  "section",
  "question",
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

/**
 * A JSON document as text, with `redact` applied to each text in it by itself: replaced in the document as it is written,
 * a secret could take half of an escape with it. Everything else stays as it is, also where it is no JSON.
 */
export function redactDocument(document: string, redact: (text: string) => string): string {
  if (redact(document) === document) return document;
  if (!/^\s*[[{"]/.test(document)) return redact(document);
  let clean = "";
  let kept = 0;
  for (let start = document.indexOf('"'); start >= 0; start = document.indexOf('"', kept)) {
    const end = endOfText(document, start);
    const text = textIn(document.slice(start, end));
    // A text that was cut, or that is none, is treated as it stands.
    if (text === undefined) return clean + redact(document.slice(kept));
    const replaced = redact(text);
    clean += document.slice(kept, start) + (replaced === text ? document.slice(start, end) : JSON.stringify(replaced));
    kept = end;
  }
  const rest = document.slice(kept);
  const whole = withoutNumbers(clean + rest, redact);
  // What is spread over several values is found only in all of them.
  const left = redact(whole);
  return left.startsWith(withheldMark) ? left : whole;
}

function textIn(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

function withoutNumbers(document: string, redact: (text: string) => string): string {
  if (redact(document) === document) return document;
  return document.replace(/(?<=[[{,:\s])-?\d[\d.eE+-]*(?=[\]},\s]|$)/g, (number) => {
    const clean = redact(number);
    return clean === number ? number : JSON.stringify(clean);
  });
}

/** The JSON value with `redact` applied to every text that a target could have had a hand in. */
export function cleanValues<T>(value: T, redact: (text: string) => string): T {
  return cleaned(value, redact, false) as T;
}

function cleaned(value: unknown, redact: (text: string) => string, isForeign: boolean): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number" && isForeign)
    return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact, isForeign));
  if (typeof value !== "object" || value === null) return value;
  if (isBytesValue(value)) return cleanBytes(value, redact);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (isForeign) return [redact(name), cleaned(member, redact, true)];
      if ((ownWords.has(name) && isWords(member)) || (name === "suite" && isSuite(member))) return [name, member];
      const clean = cleaned(member, redact, foreign.has(name));
      return [name, foreign.has(name) ? withoutSpreadSecret(clean, redact) : clean];
    }),
  );
}

/** Which version judged: a token such as `conformant` must not make results unreadable. */
function isSuite(member: unknown): boolean {
  return typeof member === "object" && member !== null && "name" in member && member.name === "trace-conformance";
}

function isWords(member: unknown): boolean {
  return typeof member === "string" || (Array.isArray(member) && member.every((word) => typeof word === "string"));
}

/** A secret may be spread over several values, such as the numbers of its bytes: then none of them is shown. */
function withoutSpreadSecret(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  const clean = redact(text);
  return clean.startsWith(withheldMark) ? clean : value;
}
