/** Forms whose numbers are kept at one end of what they may be, or that have no more than they must, for actions that take these alone. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { namesBrought } from "./brought-by.ts";
import { namesAt, objectAt, resolvedSchema } from "./resolve.ts";

/**
 * `low` and `high`: near an end, and of several values. `highest`: one value, which no other goes beyond. `needed`: no member
 * that may be left out, number or not, but texts of any kind. `turn`: the examples that are given, one after the other on
 * each trace.
 */
export type NumbersFrom = "low" | "high" | "highest" | "needed" | "turn";

/** Where a form says nothing else, numbers are not higher. */
const usualMost = 1_000_000;
/** The part of the range that is near its low end, and near its high one. */
const [lowPart, highPart] = [0.01, 0.1];

const known = new WeakMap<JsonObject, Map<NumbersFrom, JsonObject>>();

/** The schema with its numbers, outer ones and those in objects and lists, near that end; the same schema where it has none. */
export function withNumbersFrom(schema: JsonObject, end: NumbersFrom): JsonObject {
  if (end === "turn") return schema;
  const made = known.get(schema) ?? new Map<NumbersFrom, JsonObject>();
  known.set(schema, made);
  const narrowed = made.get(end) ?? (end === "needed" ? neededIn(schema) : narrowedIn(schema, end, schema));
  made.set(end, narrowed);
  return narrowed;
}

/** Keywords that may want a member which `required` does not name. */
const wanting = ["anyOf", "oneOf", "allOf", "if", "not", "dependentRequired", "dependentSchemas", "minProperties"];
/** A text that tells who sent it has room in so many characters. */
const roomyLength = 32;

/** The schema without the members that may be left out; the same schema where there are none, or its conditions may want them. */
function neededIn(schema: JsonObject): JsonObject {
  const resolved = resolvedSchema(schema, schema);
  if (wanting.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  const required = new Set(namesAt(resolved, "required"));
  const members = Object.entries(objectAt(resolved, "properties"));
  const kept = members.filter(
    ([name, property]) => required.has(name) || (isJsonObject(property) && isAnyText(resolvedSchema(property, schema))),
  );
  return kept.length < members.length ? { ...resolved, properties: Object.fromEntries(kept) } : schema;
}

function isAnyText({ type, maxLength, ...others }: JsonObject): boolean {
  const isFixed = ["enum", "const", "pattern", "format"].some((keyword) => Object.hasOwn(others, keyword));
  return type === "string" && !isFixed && (typeof maxLength !== "number" || maxLength >= roomyLength);
}

/** True where the form has numbers of which there are several to choose from. */
export function hasNumbers(schema: JsonObject): boolean {
  return withNumbersFrom(schema, "low") !== schema;
}

type End = Exclude<NumbersFrom, "needed" | "turn">;

function narrowedIn(schema: JsonObject, end: End, root: JsonObject): JsonObject {
  const resolved = resolvedSchema(schema, root);
  const properties = objectAt(resolved, "properties");
  const changed = Object.entries(properties).map(([name, property]) => {
    if (!isJsonObject(property)) return [name, property, false] as const;
    const next = narrowedProperty(resolvedSchema(property, root), end, root);
    return [name, next ?? property, next !== undefined] as const;
  });
  if (!changed.some(([, , isOther]) => isOther)) return schema;
  return { ...resolved, properties: Object.fromEntries(changed.map(([name, property]) => [name, property])) };
}

/** Undefined where nothing changes. */
function narrowedProperty(property: JsonObject, end: End, root: JsonObject): JsonObject | undefined {
  const { type } = property;
  if (type === "object" || (type === undefined && isJsonObject(property["properties"]))) {
    const inner = narrowedIn(property, end, root);
    return inner === property ? undefined : inner;
  }
  const { items } = property;
  if (type === "array" && isJsonObject(items)) {
    const inner = narrowedProperty(resolvedSchema(items, root), end, root);
    return inner && { ...property, items: inner };
  }
  const isFixed = ["enum", "const", "multipleOf", "oneOf", "anyOf", "not"].some((word) =>
    Object.hasOwn(property, word),
  );
  if ((type !== "integer" && type !== "number") || isFixed || namesBrought(property)) return undefined;
  const range = rangeOf(property, type === "integer");
  if (!range) return undefined;
  const { exclusiveMinimum: _, exclusiveMaximum: __, ...others } = property;
  const [minimum, maximum] = endOf(range, end, type === "integer");
  return { ...others, minimum, maximum };
}

type Range = readonly [least: number, most: number];

/** The numbers that the property may be; undefined where it is one alone. */
function rangeOf(property: JsonObject, isInteger: boolean): Range | undefined {
  const bound = (word: string): number | undefined => numberIn(property[word]);
  const step = isInteger ? 1 : 0.001;
  const above = bound("exclusiveMinimum");
  const below = bound("exclusiveMaximum");
  const upper = bound("maximum") ?? (below === undefined ? undefined : below - step);
  const least = bound("minimum") ?? (above === undefined ? Math.min(1, upper ?? 1) : above + step);
  const most = upper ?? Math.max(usualMost, least + usualMost);
  const [low, high] = isInteger ? [Math.ceil(least), Math.floor(most)] : [least, most];
  return high > low ? [low, high] : undefined;
}

function endOf([least, most]: Range, end: End, isInteger: boolean): Range {
  const whole = (value: number): number => (isInteger ? Math.floor(value) : value);
  if (end === "highest") return [most, most];
  if (end === "low") return [least, least + whole((most - least) * lowPart)];
  return [most - whole((most - least) * highPart), most];
}

function numberIn(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
