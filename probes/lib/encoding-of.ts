/** How JSON documents stand in the values that a target shows. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { decodeText } from "../../spec/readings/text-encoding.ts";
import type { TextEncoding } from "../../spec/vocabulary/profile.ts";

/** How a document stands in this value, or undefined when it holds none. */
export function encodingOf(value: Json): TextEncoding | undefined {
  if (isJsonObject(value)) return "json";
  if (typeof value !== "string" || value.length > 1_000_000) return undefined;
  return (["json-text", "base64-json"] as const).find((encoding) => isJsonObject(decodeText(value, encoding)));
}
