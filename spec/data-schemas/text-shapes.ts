/** Texts of a form that is known everywhere, such as a date, and codes of one shape, such as `AB-123`. */
import { inPattern } from "../in-pattern.ts";
import type { Json, JsonObject } from "../json.ts";

/** Texts of a form that is known everywhere, and the schema of their like. */
const knownForms: readonly (readonly [RegExp, JsonObject])[] = [
  [/^\d{4}-\d\d-\d\d$/, { type: "string", format: "date" }],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, { type: "string", format: "date-time" }],
  [/^(?:[01]\d|2[0-3]):[0-5]\d$/, { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }],
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, { type: "string", format: "uuid" }],
  [/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, { type: "string", format: "email" }],
];

/** The schema of texts that are all of a known form; undefined where they are not. */
const knownFormOf = (texts: readonly string[]): JsonObject | undefined =>
  knownForms.find(([form]) => texts.every((text) => form.test(text)))?.[1];

/** The schema of texts that are all of a known form, or codes of one shape; undefined where they are neither. */
export function shapeOf(texts: readonly string[]): JsonObject | undefined {
  const known = knownFormOf(texts);
  if (known) return known;
  const characters = texts.map((text) => Array.from(text));
  const [first = []] = characters;
  const [shape, ...others] = characters.map((one) => patternOf(one, []));
  const isCode = texts.every((text) => /\d/.test(text) && !/\s/.test(text)) && others.every((other) => other === shape);
  return isCode ? { type: "string", pattern: `^${patternOf(first, characters)}$` } : undefined;
}

/**
 * The schema of texts by which one thing is told from another, such as an address of mail or the number of a file; undefined
 * where they are of another kind. Addresses keep their domain where all have the same.
 */
export function nameShapeOf(texts: readonly string[]): JsonObject | undefined {
  const shape = shapeOf(texts);
  const { format } = shape ?? {};
  if (format === "email") {
    const [domain = "", ...others] = new Set(texts.map((text) => text.slice(text.indexOf("@"))));
    return others.length > 0 ? shape : { type: "string", pattern: `^[a-z]{12}${inPattern(domain)}$` };
  }
  return format === "uuid" || (format === undefined && knownFormOf(texts) === undefined) ? shape : undefined;
}

/** The texts among these values; undefined where there are others. */
export const onlyTexts = (values: readonly Json[]): readonly string[] | undefined =>
  values.every((value) => typeof value === "string") ? values : undefined;

/**
 * A pattern that keeps what each character is: a digit, a capital or small letter, or else the character itself; a letter
 * that is the same in all texts stays as it is.
 */
function patternOf(text: readonly string[], texts: readonly (readonly string[])[]): string {
  return text
    .map((character, at) => {
      if (/\d/.test(character)) return "\\d";
      const stays = texts.length > 0 && texts.every((other) => other[at] === character);
      if (!stays && /[A-Z]/.test(character)) return "[A-Z]";
      if (!stays && /[a-z]/.test(character)) return "[a-z]";
      return inPattern(character);
    })
    .join("");
}
