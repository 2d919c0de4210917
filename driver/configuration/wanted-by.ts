/** What a keyword of the schema of a configuration wants, in words. */
import type { ErrorObject } from "ajv/dist/2020.js";

/** As it goes on behind `wanted`: "a text that is not empty". */
export function wantedBy({ keyword, message, params, parentSchema }: ErrorObject): string {
  const { limit, allowedValues, type, pattern } = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case "enum":
      return `one of ${(allowedValues as unknown[]).map(shown).join(", ")}`;
    case "type":
      return `a value of type ${[type].flat().join(" or ")}`;
    case "pattern":
      return described(parentSchema) ?? `a text that matches ${String(pattern)}`;
    case "format":
      return "a day of the calendar";
    case "minLength":
      return limit === 1 ? "a text that is not empty" : `a text of at least ${String(limit)} characters`;
    case "maxLength":
      return `a text of at most ${String(limit)} characters`;
    case "minItems":
      return limit === 1 ? "a list that is not empty" : `a list of at least ${String(limit)} entries`;
    case "maxProperties":
      return `at most ${String(limit)} keys`;
    case "dependentRequired":
      return `the key "${String(params["missingProperty"])}" beside "${String(params["property"])}"`;
    default:
      return (message ?? keyword).replace(/^must be /, "a value ").replace(/^must /, "that it would ");
  }
}

/** The description of a value within a sentence. */
function described(schema: ErrorObject["parentSchema"]): string | undefined {
  const { description } = (schema ?? {}) as { description?: string };
  return description?.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

/** A value of the file, or of the schema, in at most 80 characters. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
