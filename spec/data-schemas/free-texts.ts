/** The members of data in which a schema lets any text stand, or any of a pattern, such as a serial number. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { JsonPath } from "../vocabulary/profile.ts";
import { followsSchema } from "./follows.ts";
import { resolvedSchema, schemasAt } from "./resolve.ts";
import { propertiesOf, resolvedProperties } from "./properties.ts";

/** Objects inside objects are looked into this deep. */
const maxDepth = 3;

export interface FreeText {
  readonly path: JsonPath;
  readonly schema: JsonObject;
}

const known = new WeakMap<JsonObject, readonly FreeText[]>();

/**
 * Outer members before inner ones, but for those of an enumeration, of one text, or of a form as a date has one; an address of
 * mail and a UUID name one thing alone.
 */
function freeTextsOf(schema: JsonObject): readonly FreeText[] {
  const earlier = known.get(schema);
  if (earlier) return earlier;
  const found: FreeText[] = [];
  const look = (part: JsonObject, path: JsonPath): void => {
    for (const [name, inner] of resolvedProperties(part, schema)) {
      const here = [...path, name];
      if (isFree(inner)) found.push({ path: here, schema: inner });
      else if (here.length < maxDepth) look(inner, here);
    }
  };
  look(schema, []);
  const sorted = found.toSorted((left, right) => left.path.length - right.path.length);
  known.set(schema, sorted);
  return sorted;
}

/** Those of the data: members as {@link freeTextsOf} gives them, and then what stands in lists, each item by its number. */
export function freeTextsIn(schema: JsonObject, data: JsonObject): readonly FreeText[] {
  const named = freeTextsOf(schema);
  return [...named, ...textsInLists(schema, data, schema, [])];
}

/** Lists inside objects, and objects inside lists, are looked into this deep. */
const maxListDepth = 5;

function textsInLists(
  part: JsonObject,
  value: Json | undefined,
  root: JsonObject,
  path: JsonPath,
  isListed = false,
): readonly FreeText[] {
  if (value === undefined || path.length > maxListDepth) return [];
  const schema = shapeFor(resolvedSchema(part, root), value, root);
  if (Array.isArray(value)) {
    const [first, rest] = [schemasAt(schema, "prefixItems"), schema["items"]];
    return (value as readonly Json[]).flatMap((item, at) => {
      const inner = first[at] ?? rest;
      return isJsonObject(inner) ? textsInLists(inner, item, root, [...path, String(at)], true) : [];
    });
  }
  if (isJsonObject(value))
    return propertiesOf(schema).flatMap(([name, inner]) =>
      Object.hasOwn(value, name) ? textsInLists(inner, value[name], root, [...path, name], isListed) : [],
    );
  return isListed && typeof value === "string" && isFree(schema) ? [{ path, schema }] : [];
}

/** Of several shapes without anything in common the one that the value has. */
function shapeFor(schema: JsonObject, value: Json, root: JsonObject): JsonObject {
  if (schema["type"] !== undefined || schema["properties"] !== undefined) return schema;
  const shapes = [...schemasAt(schema, "anyOf"), ...schemasAt(schema, "oneOf")];
  const shape = shapes.find((one) => followsSchema(one, value));
  return shape ? resolvedSchema(shape, root) : schema;
}

const isFree = ({ type, enum: values, const: value, format }: JsonObject): boolean =>
  type === "string" &&
  values === undefined &&
  value === undefined &&
  (format === undefined || format === "email" || format === "uuid");
