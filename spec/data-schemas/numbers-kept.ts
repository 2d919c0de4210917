/** Forms whose numbers stay as they were in data that were taken, for what takes numbers that fit each other: a sum, a share. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { namesBrought } from "./brought-by.ts";
import { propertiesOf, withProperties } from "./properties.ts";
import { leavesIn, withValueAt } from "../json-walks.ts";

/** True for a form that leaves a number open; one that names what was brought does not. */
const isNumbers = (schema: JsonObject): boolean =>
  (schema["type"] === "number" || schema["type"] === "integer") && !namesBrought(schema);

/** The schema with each number as it is in the data, in objects and in lists of one form as well. */
export function withNumbersKept(schema: JsonObject, data: Json | undefined): JsonObject {
  if (isNumbers(schema) && typeof data === "number") return { const: data };
  const { items } = schema;
  if (isJsonObject(items) && Array.isArray(data)) return { ...schema, items: withNumbersKept(items, data[0] as Json) };
  const properties = propertiesOf(schema);
  if (properties.length === 0 || !isJsonObject(data)) return schema;
  const kept = properties.map(([name, property]) => [name, withNumbersKept(property, data[name])] as const);
  return withProperties(schema, Object.fromEntries(kept));
}

/** The data with another number in the first place where the schema leaves one open; undefined where there is none, or no number beside it. */
export function withAnotherNumber(schema: JsonObject, data: JsonObject): JsonObject | undefined {
  const [first] = openNumbersIn(schema, data);
  return first && numbersIn(data) > 1 ? withValueAt(data, first.path, first.other) : undefined;
}

/** How many numbers stand in a value. */
export function numbersIn(value: Json | undefined): number {
  return leavesIn(value).filter((leaf) => typeof leaf === "number").length;
}

interface OpenNumber {
  readonly path: readonly string[];
  readonly other: number;
}

function openNumbersIn(
  schema: JsonObject,
  value: Json | undefined,
  path: readonly string[] = [],
): readonly OpenNumber[] {
  if (isNumbers(schema) && typeof value === "number") {
    const { minimum, maximum } = schema;
    const [least, most] = [
      typeof minimum === "number" ? minimum : -Infinity,
      typeof maximum === "number" ? maximum : Infinity,
    ];
    const other = [value - 1, value + 1].find((one) => one >= least && one <= most);
    return other === undefined ? [] : [{ path, other }];
  }
  const { items } = schema;
  if (isJsonObject(items) && Array.isArray(value)) return openNumbersIn(items, value[0] as Json, [...path, "0"]);
  if (!isJsonObject(value)) return [];
  return propertiesOf(schema).flatMap(([name, property]) => openNumbersIn(property, value[name], [...path, name]));
}
