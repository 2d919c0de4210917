/** Ways in which a JSON document may stand inside another. */
import type { Json } from "../json.ts";
import type { TextEncoding } from "../vocabulary/profile.ts";

/** The document that `value` carries under the encoding, or undefined when it carries none. */
export function decodeText(value: Json | undefined, encoding: TextEncoding): Json | undefined {
  if (value === undefined || encoding === "json") return value;
  if (typeof value !== "string") return undefined;
  try {
    const text = encoding === "json-text" ? value : Buffer.from(value, "base64").toString("utf8");
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
