/**
 * A form made narrower, so that data of it are of another make with each variant: choices are taken by turns, and many members
 * and items come by turns with few. What a service does for some data alone shows sooner so than by chance.
 */
import { namesAt, mergedSchemas, objectAt, resolvedSchema, schemasAt } from "../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { typeOf } from "./schema-value.ts";

export interface Variant {
  /** Of the values of a choice the one whose turn it is. */
  readonly turn: number;
  /** With all members, and lists of several items; else with as few as may be. */
  readonly isRich: boolean;
}

/** Objects inside objects are looked into this deep. */
const maxDepth = 3;
/** So many items come where there are many, if the form lets them. */
const manyItems = 3;

/** Data of it follow the schema, unless conditions of that say otherwise. */
export function variantForm(schema: JsonObject, variant: Variant): JsonObject {
  return narrowed(schema, schema, variant, 0);
}

function narrowed(part: JsonObject, root: JsonObject, variant: Variant, depth: number): JsonObject {
  const resolved = resolvedSchema(part, root);
  const { anyOf: _any, oneOf: _one, ...own } = resolved;
  const { turn, isRich } = variant;
  if (depth > maxDepth || own["const"] !== undefined) return part;
  const choices = own["enum"];
  if (Array.isArray(choices) && choices.length > 0)
    return { ...own, enum: [(choices as readonly Json[])[turn % choices.length] ?? null] };
  const ways = ["anyOf", "oneOf"].flatMap((keyword) => schemasAt(resolved, keyword));
  const way = ways[turn % Math.max(1, ways.length)];
  const form = way ? mergedSchemas(own, resolvedSchema(way, root)) : own;
  switch (typeOf(form)) {
    case "boolean":
      return { const: turn % 2 === 0 };
    case "array":
      return { ...form, ...lengthOf(form, isRich) };
    case "object":
      return objectOf(form, root, variant, depth);
    default:
      return form;
  }
}

function lengthOf({ minItems = 0, maxItems }: JsonObject, isRich: boolean): JsonObject {
  const least = typeof minItems === "number" ? minItems : 0;
  const most = typeof maxItems === "number" ? maxItems : Infinity;
  return isRich ? { minItems: Math.min(most, Math.max(least, manyItems)) } : { maxItems: Math.max(least, 1) };
}

function objectOf(form: JsonObject, root: JsonObject, variant: Variant, depth: number): JsonObject {
  const required = namesAt(form, "required");
  const all = Object.entries(objectAt(form, "properties")).filter(([, property]) => property !== false);
  const kept = variant.isRich ? all : all.filter(([name]) => required.includes(name));
  const properties = kept.map(([name, property], at): [string, Json] => [
    name,
    isJsonObject(property)
      ? narrowed(property, root, { ...variant, turn: variant.turn + at }, depth + 1)
      : (property ?? {}),
  ]);
  return {
    ...form,
    properties: Object.fromEntries(properties),
    required: [...new Set([...required, ...kept.map(([name]) => name)])],
  };
}
