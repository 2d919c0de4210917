/**
 * Finds the members of a form that are choices: flags, lists of values, and members that differ among documents that
 * are listed whole.
 */
import { objectAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";

export const isOfChoice = (schema: JsonObject, member: string, form: JsonObject): boolean =>
  form["type"] === "boolean" || Object.hasOwn(form, "enum") || differsInList(schema, member);

/** The names of all members that are choices. */
export function choicesIn(schema: JsonObject): readonly string[] {
  const properties = Object.entries(objectAt(resolvedSchema(schema, schema), "properties"));
  return properties.flatMap(([member, property]) =>
    isOfChoice(schema, member, isJsonObject(property) ? resolvedSchema(property, schema) : {}) ? [member] : [],
  );
}

/** True for a member that has different values in documents that the form lists. */
function differsInList({ enum: listed }: JsonObject, member: string): boolean {
  if (!Array.isArray(listed)) return false;
  return new Set(listed.map((one) => JSON.stringify(isJsonObject(one) ? (one[member] ?? null) : null))).size > 1;
}
