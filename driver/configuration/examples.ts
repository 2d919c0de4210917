/** What example data say of the form of an action, where no schema is at hand. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";

/**
 * A JSON Schema of data that are no bolder than the examples: no member that no example has, none left out that all have,
 * and other values only where the examples differ. What is the same in all of them may be a value of a list, or one that
 * other members depend on, so it stays as it is.
 */
export function schemaOfExamples(examples: readonly Json[]): JsonObject {
  const [first = null, ...others] = examples;
  if (others.every((other) => sameJson(first, other))) return { const: first };
  if (examples.every(isJsonObject)) return schemaOfObjects(examples);
  const types = [...new Set(examples.map(typeOf))];
  const [type] = types;
  // Values of several types, and lists, are taken as they are: nothing says what else may stand there.
  return types.length === 1 && (type === "string" || type === "number") ? { type } : { enum: distinct(examples) };
}

function schemaOfObjects(examples: readonly JsonObject[]): JsonObject {
  const members = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const holding = (member: string): readonly JsonObject[] =>
    examples.filter((example) => Object.hasOwn(example, member));
  return {
    type: "object",
    properties: Object.fromEntries(
      members.map((member) => [member, schemaOfExamples(holding(member).map((example) => example[member] ?? null))]),
    ),
    required: members.filter((member) => holding(member).length === examples.length),
    additionalProperties: false,
  };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function distinct(values: readonly Json[]): Json[] {
  return values.filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index);
}
