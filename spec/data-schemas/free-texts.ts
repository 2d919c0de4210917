/** The members of data in which a schema lets any text stand, or any of a pattern, such as a serial number. */
import { isJsonObject, type JsonObject } from "../json.ts";
import type { JsonPath } from "../vocabulary/profile.ts";
import { objectAt, resolvedSchema } from "./resolve.ts";

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
export function freeTextsOf(schema: JsonObject): readonly FreeText[] {
  const earlier = known.get(schema);
  if (earlier) return earlier;
  const found: FreeText[] = [];
  const look = (part: JsonObject, path: JsonPath): void => {
    for (const [name, property] of Object.entries(objectAt(resolvedSchema(part, schema), "properties"))) {
      if (!isJsonObject(property)) continue;
      const inner = resolvedSchema(property, schema);
      const here = [...path, name];
      if (isFree(inner)) found.push({ path: here, schema: inner });
      else if (here.length < maxDepth) look(property, here);
    }
  };
  look(schema, []);
  const sorted = found.toSorted((left, right) => left.path.length - right.path.length);
  known.set(schema, sorted);
  return sorted;
}

const isFree = ({ type, enum: values, const: value, format }: JsonObject): boolean =>
  type === "string" &&
  values === undefined &&
  value === undefined &&
  (format === undefined || format === "email" || format === "uuid");
