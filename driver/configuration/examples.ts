/** What example data say of the form of an action, where no schema is at hand. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { shapeOf } from "../../spec/data-schemas/text-shapes.ts";
import { rangesOf } from "./example-numbers.ts";

/** However short the examples of a text are: one that tells who sent it finds room, and no more. */
const leastRoom = 28;
/** However long the examples are: a text that tells who sent it may have no more characters than this. */
const shortestMarker = 20;

/** A word such as those of a list to choose from, a grade such as `2+`, or a unit such as `mg/dl`. */
const isWord = (value: Json): boolean =>
  typeof value === "string" && /^(?:\p{L}[\p{L}_-]{0,19}|\S{1,2}|[\p{L}%°]+[/·^][\p{L}\d]{1,9})$/u.test(value);

/** What stays as it stands in one of the examples, as long as there is another text to vary. */
type Kept = "words and codes" | "words" | "nothing";

/**
 * A JSON Schema of data that are no bolder than the examples: the members of one of them, and other values only where the
 * examples differ; of those to choose from, those that stand together in one of them, or else numbers beside the same
 * members. What is the same in all of them may be a value of a list, or one that other members depend on, so it stays as it
 * is. So do single words, dates, and codes such as `AB-123`, where another text can be varied instead; where none can, codes
 * keep their shape. Numbers and dates stay between those of the examples, and as far apart or together as these are; texts are
 * no shorter and not much longer.
 */
export function schemaOfExamples(examples: readonly Json[]): JsonObject {
  for (const kept of ["words and codes", "words"] as const) {
    const schema = schemaOf(examples, kept);
    if (hasText(schema)) return schema;
  }
  return schemaOf(examples, "nothing");
}

function schemaOf(examples: readonly Json[], kept: Kept): JsonObject {
  const [first = null, ...others] = examples;
  if (others.every((other) => sameJson(first, other))) return { const: first };
  if (examples.every(isJsonObject)) return schemaOfObjects(examples, kept);
  if (examples.every((one) => typeof one === "number")) {
    const type = examples.every((one) => Number.isInteger(one)) ? "integer" : "number";
    return { type, minimum: Math.min(...examples), maximum: Math.max(...examples) };
  }
  if (examples.every((one) => typeof one === "string") && !(kept !== "nothing" && examples.every(isWord))) {
    const shaped = shapeOf(examples);
    // A time of another form than the usual ones, such as one without seconds.
    if (!shaped?.["format"] && examples.every((one) => /^\d{4}-\d\d-\d\d[T ]\d/.test(one)))
      return { enum: distinct(examples) };
    if (kept === "words and codes" && (shaped || areCodes(examples))) return { enum: distinct(examples) };
    if (shaped) return shaped;
    const lengths = examples.map((one) => one.length);
    return {
      type: "string",
      minLength: Math.min(shortestMarker, ...lengths),
      maxLength: Math.max(leastRoom, 2 * Math.max(...lengths)),
    };
  }
  // Values of several types, and lists, are taken as they are: nothing says what else may stand there.
  return { enum: distinct(examples) };
}

function schemaOfObjects(examples: readonly JsonObject[], kept: Kept): JsonObject {
  const members = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const holding = (member: string): readonly JsonObject[] =>
    examples.filter((example) => Object.hasOwn(example, member));
  const valuesOf = (member: string): readonly Json[] => holding(member).map((example) => example[member] ?? null);
  const free = Object.fromEntries(members.map((member) => [member, schemaOf(valuesOf(member), kept)]));
  const held = { ...free, ...numbersHeldTogether(examples, free) };
  const properties = { ...held, ...datesHeldTogether(examples, free) };
  const together = goTogether(examples, properties);
  return {
    type: "object",
    properties,
    required: members.filter((member) => holding(member).length === examples.length),
    additionalProperties: false,
    ...(together.length > 0 ? { anyOf: together } : {}),
  };
}

/** The members that are numbers, no bolder than the examples where these hang together: see {@link rangesOf}. */
function numbersHeldTogether(
  examples: readonly JsonObject[],
  properties: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const isNumber = (value: Json | undefined): value is number => typeof value === "number";
  const names = Object.keys(properties).filter((name) =>
    examples.every((example) => !Object.hasOwn(example, name) || isNumber(example[name])),
  );
  const columns = names.map((name) => examples.map((example) => (isNumber(example[name]) ? example[name] : undefined)));
  const ranges = rangesOf(columns);
  const held = names.flatMap((name, at): [string, JsonObject][] => {
    const schema = properties[name];
    if (!schema || "const" in schema) return [];
    const range = ranges[at];
    const values = columns[at]?.filter((value) => value !== undefined) ?? [];
    return [[name, range ? { ...schema, ...range } : { enum: distinct(values) }]];
  });
  return Object.fromEntries(held);
}

/** The members that are dates, between those of the examples, one before another where it is in each of them. */
function datesHeldTogether(
  examples: readonly JsonObject[],
  properties: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const dates = Object.entries(properties).filter(([, { format }]) => format === "date" || format === "date-time");
  const columns = dates.map(([name]) => examples.map((example) => secondsOf(example[name])));
  const ranges = rangesOf(columns);
  return Object.fromEntries(
    dates.map(([name, schema], at) => {
      const range = ranges[at];
      const values = examples.flatMap((example) => example[name] ?? []);
      if (!range) return [name, { enum: distinct(values) }];
      const length = schema["format"] === "date" ? aDate.length : undefined;
      const [first, last] = [range.minimum, range.maximum].map((seconds) => dateOf(seconds).slice(0, length));
      return [name, { ...schema, formatMinimum: first ?? "", formatMaximum: last ?? "" }];
    }),
  );
}

const aDate = "2026-01-31";
/** Seconds since 1970. */
const secondsOf = (date: Json | undefined): number | undefined =>
  typeof date === "string" ? Math.floor(Date.parse(date) / 1000) : undefined;
const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000", "");

/**
 * Which members go together, and which of the values to choose from: as they do in one of the examples, for a member may be
 * wanted with a certain value of another alone. None where every choice is as good as any other.
 */
function goTogether(examples: readonly JsonObject[], properties: Readonly<Record<string, JsonObject>>): JsonObject[] {
  const members = Object.keys(properties);
  const chosen = members.filter((member) => Object.hasOwn(properties[member] ?? {}, "enum"));
  const isAlwaysThere = examples.every((example) => members.every((member) => Object.hasOwn(example, member)));
  // Where a word or a flag tells which members there are, numbers need not.
  const isTold = examples.every((one) =>
    examples.every(
      (other) =>
        sameJson(Object.keys(one).toSorted(), Object.keys(other).toSorted()) ||
        chosen.some((member) => !sameJson(one[member] ?? null, other[member] ?? null)),
    ),
  );
  const ways = distinct(
    examples.map((example): JsonObject => {
      const present = members.filter((member) => Object.hasOwn(example, member));
      const absent = members.filter((member) => !present.includes(member));
      const fixed = chosen.filter((member) => present.includes(member));
      const alike = examples.filter((other) => sameJson(Object.keys(other).toSorted(), present.toSorted()));
      return {
        required: present,
        properties: {
          ...Object.fromEntries(absent.map((member) => [member, false])),
          ...Object.fromEntries(fixed.map((member) => [member, { const: example[member] ?? null }])),
          ...(isTold ? {} : numbersOf(alike, properties)),
        },
      };
    }),
  ) as JsonObject[];
  return ways.length > 1 && !(isAlwaysThere && chosen.length < 2) ? ways : [];
}

/** The numbers of examples with the same members: a bond may be wanted from a certain amount on. */
function numbersOf(
  examples: readonly JsonObject[],
  properties: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const ranges = Object.entries(properties).flatMap(([member, schema]): [string, JsonObject][] => {
    if (schema["type"] !== "number" && schema["type"] !== "integer") return [];
    const values = examples.map((example) => example[member]).filter((value) => typeof value === "number");
    if (values.length === 0) return [];
    return [[member, { ...schema, minimum: Math.min(...values), maximum: Math.max(...values) }]];
  });
  return Object.fromEntries(ranges);
}

/** True for codes that are alike but for how many digits they have, such as `plan-50` and `plan-100`. */
function areCodes(texts: readonly string[]): boolean {
  const shapes = texts.map((text) => text.replaceAll(/\d+/g, "0"));
  return texts.every((text) => /\d/.test(text) && /\D/.test(text) && !/\s/.test(text)) && distinct(shapes).length === 1;
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
