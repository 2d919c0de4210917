import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { schemasAt } from "../../spec/data-schemas/resolve.ts";

/** A list that must have more items may have too few codes for all of them. */
const mostWithOwnCodes = 5;

/**
 * Arrays that follow `prefixItems`, `items`, `minItems`, `maxItems` and `uniqueItems`. Of objects with codes, such as `^L[0-9]$`, each
 * has its own, as what is named in a list is mostly named once. Shrinks towards the shortest.
 */
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
  const codes = length.minLength > mostWithOwnCodes ? [] : codesIn(schema["items"]);
  const rest =
    schema["uniqueItems"] === true
      ? fc.uniqueArray(item, { ...length, selector: (value) => JSON.stringify(value) })
      : codes.length > 0
        ? fc.uniqueArray(item, { ...length, comparator: (one, other) => haveSame(codes, one, other) })
        : fc.array(item, length);
  if (prefix.length === 0) return rest;
  return fc.tuple(fc.tuple(...prefix.map(follow)), rest).map(([head, tail]) => [...head, ...tail]);
}

/** The members of objects in a list that are texts of a pattern. */
function codesIn(items: Json | undefined): readonly string[] {
  const properties = isJsonObject(items) && isJsonObject(items["properties"]) ? items["properties"] : {};
  return Object.entries(properties).flatMap(([name, member]) =>
    isJsonObject(member) && typeof member["pattern"] === "string" && member["enum"] === undefined ? [name] : [],
  );
}

const haveSame = (codes: readonly string[], one: Json, other: Json): boolean =>
  isJsonObject(one) &&
  isJsonObject(other) &&
  codes.some((name) => typeof one[name] === "string" && one[name] === other[name]);
