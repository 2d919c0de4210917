import { isJsonObject } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { badRequest } from "../core/refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Decodes the bytes of a JSON body. @throws Refusal for bytes that are not JSON in UTF-8 */
export function decodeJson(bytes: Uint8Array, maxDepth: number): Json {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw badRequest("not-utf8", "the body is not UTF-8", "body");
  }
  return parseJson(text, "body", maxDepth);
}

/**
 * Parses JSON text and refuses what could not be given back as it came.
 * @param where how to name the text in a refusal
 */
function parseJson(text: string, where: string, maxDepth: number): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw badRequest("not-json", `not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ""}`, where);
  }
  checkKeepable(value, where, maxDepth);
  return value;
}

/** An object of JSON text. */
export function parseJsonObject(text: string, where: string, maxDepth: number): JsonObject {
  return objectOf(parseJson(text, where, maxDepth), where);
}

/** The value if it is a JSON object. @throws Refusal otherwise */
export function objectOf(value: unknown, where: string): JsonObject {
  if (isJsonObject(value)) return value;
  const got =
    value === undefined ? "nothing" : value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  throw badRequest("not-an-object", `wanted a JSON object; got ${got}`, where);
}

// The database takes neither U+0000 nor halves of surrogate pairs, and numbers beyond a double would come back changed.
function checkKeepable(value: Json, where: string, maxDepth: number): void {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw badRequest("too-deep", `nested deeper than ${String(maxDepth)} levels`, where);
    const next: Json[] = [];
    for (const item of level) {
      if (typeof item === "string") checkText(item, where);
      else if (typeof item === "number") {
        if (!Number.isFinite(item))
          throw badRequest("number-too-large", "a number is beyond what a double holds", where);
      } else if (Array.isArray(item)) {
        for (const child of item as readonly Json[]) next.push(child);
      } else if (isJsonObject(item)) {
        for (const [key, member] of Object.entries(item)) {
          checkText(key, where);
          next.push(member);
        }
      }
    }
    level = next;
  }
}

/** Refuses text that the database cannot hold. */
export function checkText(text: string, where: string): void {
  if (text.includes("\u0000")) throw badRequest("nul-character", "text must not contain U+0000", where);
  if (!text.isWellFormed()) throw badRequest("lone-surrogate", "text must not contain half a surrogate pair", where);
}
