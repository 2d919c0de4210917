import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** What stands at a local reference such as `#/$defs/name`; `{}` for a reference that leads nowhere or out. */
function dereferenced(reference: string, root: JsonObject): JsonObject {
  if (!reference.startsWith("#")) return {};
  let found: Json = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const next: Json | undefined = Array.isArray(found)
      ? (found as readonly Json[])[Number(name)]
      : isJsonObject(found)
        ? found[name]
        : undefined;
    if (next === undefined) return {};
    found = next;
  }
  return isJsonObject(found) ? found : {};
}

/** Both schemas at once: members of `properties` and `required` are joined, of other keywords the second's wins. */
export function mergedSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const properties = Object.fromEntries(
    [first, second].flatMap((schema): (readonly [string, Json])[] => Object.entries(objectAt(schema, "properties"))),
  );
  const required = [...new Set([...namesAt(first, "required"), ...namesAt(second, "required")])];
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The member as an object; `{}` where it is none. */
export function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}

/** The member as a list of texts. */
export function namesAt(schema: JsonObject, keyword: string): readonly string[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly Json[]).filter((name) => typeof name === "string") : [];
}

/** The member as a list of schemas. */
export function schemasAt(schema: JsonObject, keyword: string): readonly JsonObject[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

/** Keywords that say something of the whole, so that of two schemas neither may take the place of the other. */
const statements: readonly (readonly string[])[] = [["if", "then", "else"], ["anyOf"], ["oneOf"], ["not"]];

/**
 * The schema with its local `$ref` followed and `allOf` merged in; `oneOf` and `anyOf` stay. Of several conditions, as one for
 * each kind of thing, the first stands beside the members, and the others in an `allOf` of their own.
 */
export function resolvedSchema(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref, allOf: _, ...own } = schema;
  const referred = typeof $ref === "string" ? [resolvedSchema(dereferenced($ref, root), root)] : [];
  const parts = [...referred, own, ...schemasAt(schema, "allOf").map((part) => resolvedSchema(part, root))];
  const apart: JsonObject[] = [];
  let merged: JsonObject = {};
  for (const part of parts) {
    apart.push(...schemasAt(part, "allOf"));
    let rest: JsonObject = withoutKeywords(part, ["allOf"]);
    for (const keywords of statements) {
      const [name = ""] = keywords;
      if (rest[name] === undefined || merged[name] === undefined) continue;
      const statement = Object.fromEntries(Object.entries(rest).filter(([keyword]) => keywords.includes(keyword)));
      const isSaid = keywords.every(
        (keyword) => JSON.stringify(statement[keyword]) === JSON.stringify(merged[keyword]),
      );
      if (!isSaid) apart.push(statement);
      rest = withoutKeywords(rest, keywords);
    }
    merged = mergedSchemas(merged, rest);
  }
  return apart.length > 0 ? { ...merged, allOf: apart } : merged;
}

function withoutKeywords(schema: JsonObject, keywords: readonly string[]): JsonObject {
  if (!keywords.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
