/** What example data say of the form of an action, where no schema is at hand. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";

/** However short the examples of a text are: one that tells who sent it finds room. */
const leastRoom = 80;

/** A word such as those of a list to choose from. */
const isWord = (value: Json): boolean => typeof value === "string" && /^[\p{L}][\p{L}_-]{0,19}$/u.test(value);

/**
 * A JSON Schema of data that are no bolder than the examples: no member that no example has, none left out that all have,
 * and other values only where the examples differ. What is the same in all of them may be a value of a list, or one that
 * other members depend on, so it stays as it is. So do single words, where another text can be varied instead; numbers
 * stay between those of the examples, and texts are not much longer.
 */
export function schemaOfExamples(examples: readonly Json[]): JsonObject {
  const careful = schemaOf(examples, true);
  return hasText(careful) ? careful : schemaOf(examples, false);
}

function schemaOf(examples: readonly Json[], keepsWords: boolean): JsonObject {
  const [first = null, ...others] = examples;
  if (others.every((other) => sameJson(first, other))) return { const: first };
  if (examples.every(isJsonObject)) return schemaOfObjects(examples, keepsWords);
  if (examples.every((one) => typeof one === "number")) {
    const type = examples.every((one) => Number.isInteger(one)) ? "integer" : "number";
    return { type, minimum: Math.min(...examples), maximum: Math.max(...examples) };
  }
  if (examples.every((one) => typeof one === "string") && !(keepsWords && examples.every(isWord))) {
    const lengths = examples.map((one) => one.length);
    const shortest = Math.min(1, ...lengths);
    return { type: "string", minLength: shortest, maxLength: Math.max(leastRoom, 2 * Math.max(...lengths)) };
  }
  // Values of several types, and lists, are taken as they are: nothing says what else may stand there.
  return { enum: distinct(examples) };
}

function schemaOfObjects(examples: readonly JsonObject[], keepsWords: boolean): JsonObject {
  const members = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const holding = (member: string): readonly JsonObject[] =>
    examples.filter((example) => Object.hasOwn(example, member));
  const valuesOf = (member: string): readonly Json[] => holding(member).map((example) => example[member] ?? null);
  return {
    type: "object",
    properties: Object.fromEntries(members.map((member) => [member, schemaOf(valuesOf(member), keepsWords)])),
    required: members.filter((member) => holding(member).length === examples.length),
    additionalProperties: false,
  };
}

/** True where a text can be varied in all data of the schema. */
function hasText({ type, properties, required }: JsonObject): boolean {
  if (type === "string") return true;
  if (!isJsonObject(properties) || !Array.isArray(required)) return false;
  return Object.entries(properties).some(
    ([member, schema]) => (required as readonly Json[]).includes(member) && isJsonObject(schema) && hasText(schema),
  );
}

function distinct(values: readonly Json[]): Json[] {
  return values.filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index);
}
