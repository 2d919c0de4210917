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

/** The schema with its local `$ref` followed and `allOf` merged in; `oneOf` and `anyOf` stay. */
export function resolvedSchema(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref, allOf: _, ...own } = schema;
  let merged: JsonObject = own;
  if (typeof $ref === "string") merged = mergedSchemas(resolvedSchema(dereferenced($ref, root), root), own);
  for (const part of schemasAt(schema, "allOf")) merged = mergedSchemas(merged, resolvedSchema(part, root));
  return merged;
}
