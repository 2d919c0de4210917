import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { schemasAt } from "../../spec/data-schemas/resolve.ts";

/** Arrays that follow `prefixItems`, `items`, `minItems`, `maxItems` and `uniqueItems`. Shrinks towards the shortest. */
export function schemaArray(schema: JsonObject, follow: (part: JsonObject) => fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const prefix = schemasAt(schema, "prefixItems");
  const minItems = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const maxItems = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Math.max(minItems, prefix.length) + 4;
  const closed = schema["items"] === false;
  const item = follow(isJsonObject(schema["items"]) ? schema["items"] : { type: "string" });
  const length = {
    minLength: Math.max(0, minItems - prefix.length),
    maxLength: closed ? 0 : Math.max(0, Math.min(maxItems, minItems + 8) - prefix.length),
  };
  const rest =
    schema["uniqueItems"] === true
      ? fc.uniqueArray(item, { ...length, selector: (value) => JSON.stringify(value) })
      : fc.array(item, length);
  if (prefix.length === 0) return rest;
  return fc.tuple(fc.tuple(...prefix.map(follow)), rest).map(([head, tail]) => [...head, ...tail]);
}
