/** JSON texts of strangers, read within bounds of nesting and number of values. */
import { isUtf8 } from "node:buffer";
import type { ReadError } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";

/** Deeper documents are not parsed: walking them would exhaust the stack. */
export const maxJsonDepth = 2_000;
/**
 * Documents of more values are not parsed: they would need many times their size in memory, and every search of a run may
 * bring such a one.
 */
const maxJsonValues = 500_000;

type JsonReading = { readonly value: Json } | { readonly error: ReadError };

const quote = 0x22;
const backslash = 0x5c;

/** The document, or why there is none. */
export function readJson(bytes: Buffer): JsonReading {
  if (bytes.length === 0) return malformed("the body is empty");
  if (!isUtf8(bytes)) return malformed("the body is not valid UTF-8");
  const breach = breachOf(bytes);
  if (breach !== undefined) return { error: { kind: "bound", message: `beyond the bound: ${breach}` } };
  try {
    return { value: JSON.parse(bytes.toString("utf8")) as Json };
  } catch (error) {
    return malformed(error instanceof Error ? error.message : String(error));
  }
}

function malformed(message: string): JsonReading {
  return { error: { kind: "malformed", message } };
}

/** Looks at brackets and commas outside of texts; a short document cannot break a bound and is not looked at. */
function breachOf(bytes: Buffer): string | undefined {
  if (bytes.length < maxJsonDepth) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfText(bytes, at);
        break;
      case 0x5b:
      case 0x7b:
        values++;
        if (++depth > maxJsonDepth) return `nested deeper than ${String(maxJsonDepth)}`;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x2c:
        if (++values > maxJsonValues) return `more than ${String(maxJsonValues)} values`;
        break;
      default:
    }
  }
  return undefined;
}

/** Index of the closing quote of the text that opens at `start`, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === backslash) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}
