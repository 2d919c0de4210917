/** Bounds of numbers that a refusal tells of a form that was found, as in `size must not be less than 5`. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Ends } from "./numbers-taken.ts";
import { namesMember, textOf } from "./refusal-words.ts";

/** So many numbers are used from a bound on: such may be summed. */
const fewNumbers = 11;

/** Words that compare, whether they are denied, the bound itself, and what is counted. */
const comparison = new RegExp(
  String.raw`(?<denied>\b(?:not|no) (?:be )?)?(?:` +
    String.raw`\b(?<less>less|lower|smaller|below|under|fewer)\b|\b(?<more>more|greater|higher|larger|above|over|exceed)\b|` +
    String.raw`(?<least>\bat least\b|\bmin(?:imum)?\b|>=|≥)|(?<most>\bat most\b|\bmax(?:imum)?\b|<=|≤)|(?<above>>)|(?<below><))` +
    String.raw`(?: than)?(?<equal> or equal(?: to)?)?[^\d\n;,-]{0,12}(?<bound>-?\d+(?:\.\d+)?)(?! ?(?:characters?|letters|digits|items|entries|elements)\b)`,
  "gi",
);

/** The form with each bound that a number of the data is beyond; undefined where the refusal tells none. */
export function withBoundsTold(
  form: JsonObject,
  refused: Exchange,
  taken: (name: string) => Ends | undefined,
): JsonObject | undefined {
  const { intent } = refused;
  const data = intent.kind === "act" || intent.kind === "create" ? intent.data : undefined;
  if (!isJsonObject(data)) return undefined;
  const told = textOf(refused);
  const numbers = Object.values(objectAt(form, "properties")).filter(isNumber).length;
  // Where one number alone may be meant it need not be named.
  const toldOf = (name: string): string => partOn(told, name) ?? (numbers === 1 ? told : "");
  const changed = Object.entries(objectAt(form, "properties")).flatMap(([name, property]) => {
    const bounds = isJsonObject(property) ? boundsFor(property, data[name], toldOf(name)) : undefined;
    const ends = taken(name);
    // What was taken beyond them once says that they are those of the moment.
    if (!bounds || (ends && (ends.least < bounds.minimum || ends.most > bounds.told.high))) return [];
    const { minimum, maximum } = bounds;
    return [[name, { ...Object(property), minimum, maximum } as JsonObject] as const];
  });
  if (changed.length === 0) return undefined;
  return { ...form, properties: { ...objectAt(form, "properties"), ...Object.fromEntries(changed) } };
}

const isNumber = (property: Json): boolean =>
  isJsonObject(property) && (property["type"] === "integer" || property["type"] === "number");

/** What is said from the name of the member on, up to where another one may be told of; undefined where it is not named. */
function partOn(told: string, name: string): string | undefined {
  const line = told.split("\n").find((one) => namesMember(one, name));
  return line?.slice(line.indexOf(name) + name.length).split(";")[0];
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** The numbers that are taken as far as the words tell. */
function rangeTold(told: string): Range {
  let [low, high] = [-Infinity, Infinity];
  for (const { groups = {} } of told.matchAll(comparison)) {
    const { bound, denied, less, more, least, most, above, equal } = groups;
    const isLeast = [least, above].some(Boolean) || Boolean(denied ? less : more);
    const isItself = [least, most].some(Boolean) || Boolean(denied) !== Boolean(equal);
    // A number that is not taken itself: the next whole one is.
    const [up, down] = [Math.floor(Number(bound)) + 1, Math.ceil(Number(bound)) - 1];
    if (isLeast) low = isItself ? Number(bound) : up;
    else high = isItself ? Number(bound) : down;
  }
  return { low, high };
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly told: Range;
}

function boundsFor(property: JsonObject, sent: Json | undefined, words: string): Bounds | undefined {
  if (!isNumber(property) || typeof sent !== "number") return undefined;
  const isWhole = property["type"] === "integer";
  const range = rangeTold(words);
  const told = isWhole ? { low: Math.ceil(range.low), high: Math.floor(range.high) } : range;
  const { low, high } = told;
  if (low > high || (sent >= low && sent <= high)) return undefined;
  if (sent < low) return { minimum: low, maximum: Math.min(low + fewNumbers, high), told };
  const { minimum } = property;
  const isWithin = typeof minimum === "number" && minimum <= high;
  return { minimum: isWithin ? Math.max(minimum, low) : high, maximum: high, told };
}
