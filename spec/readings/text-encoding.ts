/** Ways in which a JSON document may stand inside another. */
import type { Json } from "../json.ts";
import type { TextEncoding } from "../vocabulary/profile.ts";

/** As deep as an answer may be nested; what reads a document calls itself for each level. */
const maxDepth = 2_000;

/** The document that `value` carries under the encoding, or undefined when it carries none. */
export function decodeText(value: Json | undefined, encoding: TextEncoding): Json | undefined {
  if (value === undefined || encoding === "json") return value;
  if (typeof value !== "string") return undefined;
  try {
    const text = encoding === "json-text" ? value : Buffer.from(value, "base64").toString("utf8");
    const document = JSON.parse(text) as Json;
    return isWithin(document, maxDepth) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** True where nothing is nested deeper. Level by level, without calling itself. */
function isWithin(document: Json, depth: number): boolean {
  let level: readonly Json[] = [document];
  for (let at = 0; at <= depth; at++) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
    if (level.length === 0) return true;
  }
  return false;
}
