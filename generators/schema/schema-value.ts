import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { jsonValue } from "../json/json-value.ts";
import { mergedSchemas, resolvedSchema, schemasAt } from "../../spec/data-schemas/resolve.ts";
import { schemaArray } from "./schema-array.ts";
import { schemaNumber } from "./schema-number.ts";
import { schemaObject } from "./schema-object.ts";
import { schemaString } from "./schema-string.ts";

/** Below this depth only required members are followed, so that a recursive schema comes to an end. */
const maxDepth = 6;

/** The type that a schema wants, told from its other keywords where it does not say; the first but null of several. */
export function typeOf(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type))
    return (type as readonly Json[]).find((name) => typeof name === "string" && name !== "null") as string;
  if (isJsonObject(schema["properties"]) || schema["required"]) return "object";
  if (schema["items"] || schema["prefixItems"]) return "array";
  if (schema["pattern"] || schema["format"] || schema["minLength"] || schema["maxLength"]) return "string";
  if (schema["minimum"] !== undefined || schema["maximum"] !== undefined || schema["multipleOf"]) return "number";
  return undefined;
}

/**
 * Values that follow a JSON Schema, for the usual keywords: type, const, enum, the bounds of numbers, texts, arrays and
 * objects, pattern, common formats, properties, required, items, prefixItems, local `$ref`, allOf (merged), oneOf and
 * anyOf (one branch). Conditions (`if`, `not`, `dependentSchemas`) are not followed.
 */
export function schemaValue(schema: JsonObject, root: JsonObject = schema, depth = 0): fc.Arbitrary<Json> {
  const resolved = resolvedSchema(schema, root);
  const { const: constant, enum: choices, default: _, ...rest } = resolved;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom(...(choices as readonly Json[]));

  const branches = [...schemasAt(resolved, "oneOf"), ...schemasAt(resolved, "anyOf")];
  if (branches.length > 0) {
    const { oneOf: _one, anyOf: _any, ...base } = rest;
    const followed = depth > maxDepth ? branches.slice(0, 1) : branches;
    return fc.oneof(
      ...followed.map((branch) => schemaValue(mergedSchemas(base, resolvedSchema(branch, root)), root, depth + 1)),
    );
  }

  const follow = (part: JsonObject) => schemaValue(part, root, depth + 1);
  switch (typeOf(resolved)) {
    case "object":
      return schemaObject(depth > maxDepth ? requiredOnly(resolved) : resolved, follow);
    case "array":
      return depth > maxDepth && !resolved["minItems"] ? fc.constant([]) : schemaArray(resolved, follow);
    case "string":
      return schemaString(resolved);
    case "integer":
      return schemaNumber(resolved, true);
    case "number":
      return schemaNumber(resolved, false);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return jsonValue(1);
  }
}

function requiredOnly(schema: JsonObject): JsonObject {
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => required.has(name))),
  };
}
