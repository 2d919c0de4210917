/** JSON texts of strangers, read within bounds of nesting and number of values. */
import { isUtf8 } from "node:buffer";
import type { ReadError } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import { JsonBounds, maxJsonDepth } from "./json-bounds.ts";

type JsonReading = { readonly value: Json } | { readonly error: ReadError };

/** The document, or why there is none. @param maxValues absent: as many as a list may have */
export function readJson(bytes: Buffer, maxValues?: number): JsonReading {
  if (bytes.length === 0) return malformed("the body is empty");
  if (!isUtf8(bytes)) return malformed("the body is not valid UTF-8");
  const breach = breachOf(bytes, maxValues);
  if (breach !== undefined) return { error: beyondBound(breach) };
  try {
    return { value: JSON.parse(bytes.toString("utf8")) as Json };
  } catch (error) {
    return malformed(error instanceof Error ? error.message : String(error));
  }
}

/** @param breach as `JsonBounds` tells it */
export function beyondBound(breach: string): ReadError {
  return { kind: "bound", message: `beyond the bound: ${breach}` };
}

function malformed(message: string): JsonReading {
  return { error: { kind: "malformed", message } };
}

/** A short document cannot break a bound and is not looked at. */
function breachOf(bytes: Buffer, maxValues: number | undefined): string | undefined {
  return bytes.length < maxJsonDepth ? undefined : new JsonBounds(maxValues).add(bytes);
}
