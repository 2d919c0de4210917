/** Reads bounds of numbers from a refusal, e.g. `size must not be less than 5`. */
import { broughtBy, namesBrought, notMoreThanBrought } from "../../../../spec/data-schemas/brought-by.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import { lengthsIn } from "./patterns-told.ts";
import { namesMember, textOf } from "./refusal-words.ts";
import { propertiesOf, withProperties } from "../../../../spec/data-schemas/properties.ts";
import { dataOf } from "../../../../spec/readings/actions.ts";

export interface Ends {
  readonly least: number;
  readonly most: number;
}

/** At most so many numbers from a bound on are sent, as they may be added up. */
const fewNumbers = 11;

const denied = String.raw`(?:\bnot|\bcannot|\bcan't|\bnever) (?:be )?`;
/** A number after such words, if it does not count characters or items. */
const number = String.raw`\D{0,12}?(-?\d+(?:\.\d+)?)(?![\d.]*\d| ?(?:characters?|letters|digits|items|entries|elements)\b)`;
/** Words for a minimum, a maximum, and for both without the number itself. */
const [least, most, above, below] = [
  String.raw`${denied}(?:less|lower|smaller|below|under)(?: than)?|\bat least|\bno (?:less|fewer|lower) than|\bmin(?:imum)?(?:[ _-]?value)?(?![a-z])|(?:greater|more|higher|larger) than or equal(?: to)?|>=|≥`,
  String.raw`${denied}(?:more|greater|higher|larger|above|over)(?: than)?|(?<!must )\bexceed(?:s|ed)?|\bat most|\bno (?:more|higher) than|\bmax(?:imum)?(?:[ _-]?value)?(?![a-z])|(?:less|lower|smaller|fewer) than or equal(?: to)?|<=|≤`,
  String.raw`(?:greater|more|higher|larger) than|must exceed|\babove|\bover|>`,
  String.raw`(?:less|lower|smaller|fewer) than|\bbelow|\bunder|<`,
].map((words) => new RegExp(`(?:${words})${number}`, "i")) as [RegExp, RegExp, RegExp, RegExp];
/** "Not less than or equal" means "greater". */
const turned: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${denied}(?:less|lower|smaller|fewer) than or equal(?: to)?`, "gi"), "greater than"],
  [new RegExp(`${denied}(?:more|greater|higher|larger) than or equal(?: to)?`, "gi"), "less than"],
];

/**
 * The form with each bound that the data exceed; undefined where the refusal tells none.
 * @param taken the lowest and highest number accepted for a member
 */
export function withBoundsTold(
  form: JsonObject,
  refused: Exchange,
  taken: (name: string) => Ends | undefined,
): JsonObject | undefined {
  const data = dataOf(refused);
  const told = textOf(refused);
  const numbers = propertiesOf(form).filter(([, property]) => isNumber(property)).length;
  // If there is one number only, the refusal need not name it.
  const toldOf = (name: string): string => partOn(told, name) ?? (numbers === 1 ? told : "");
  const changed = propertiesOf(form).flatMap(([name, property]) => {
    const bounds = boundsFor(property, data[name], toldOf(name));
    const ends = taken(name);
    // If a number beyond the bounds was accepted before, they only hold for the moment.
    if (!bounds || (ends && (ends.least < bounds.minimum || ends.most > bounds.told.high))) return [];
    const { minimum, maximum } = bounds;
    const { [broughtBy]: _, [notMoreThanBrought]: __, ...others } = property;
    return [[name, { ...others, minimum, maximum } as JsonObject] as const];
  });
  if (changed.length === 0) return undefined;
  return withProperties(form, Object.fromEntries(changed));
}

/** The form with texts no longer than the refusal tells; undefined where it tells no length of a text that was sent. */
export function withLengthsTold(form: JsonObject, refused: Exchange): JsonObject | undefined {
  const data = dataOf(refused);
  const told = textOf(refused);
  const changed = propertiesOf(form).flatMap(([name, property]) => {
    const [value, words] = [data[name], partOn(told, name)];
    if (typeof value !== "string" || words === undefined) return [];
    const { maxLength } = lengthsIn(words, [...value].length);
    const { maxLength: before = Infinity, minLength = 0 } = property;
    if (maxLength === undefined || [...value].length <= maxLength || maxLength >= Number(before)) return [];
    return [
      [name, { ...property, maxLength, minLength: Math.min(Number(minLength), maxLength) } as JsonObject] as const,
    ];
  });
  if (changed.length === 0) return undefined;
  return withProperties(form, Object.fromEntries(changed));
}

/** True for a free number; not for one that must equal an earlier one. */
const isNumber = (property: Json): boolean =>
  isJsonObject(property) &&
  (property["type"] === "integer" || property["type"] === "number") &&
  !namesBrought(property);

/** The part of a refusal from the name of the member up to the next member; undefined where it is not named. */
export function partOn(told: string, name: string): string | undefined {
  const line = told.split("\n").find((one) => namesMember(one, name));
  return line?.slice(line.indexOf(name) + name.length).split(";")[0];
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The range of numbers that the words allow. */
export function rangeTold(words: string): Range {
  const told = turned.reduce((text, [from, to]) => text.replace(from, to), words);
  const boundIn = (of: RegExp): number => Number(of.exec(told)?.[1] ?? NaN);
  // An exclusive bound counts only where no inclusive one is told for that end.
  const [from, to] = [boundIn(least), boundIn(most)];
  const [beyond, before] = [boundIn(above), boundIn(below)];
  const [low, high] = [
    Number.isNaN(from) && beyond !== to ? Math.floor(beyond) + 1 : from,
    Number.isNaN(to) && before !== from ? Math.ceil(before) - 1 : to,
  ];
  return { low: Number.isNaN(low) ? -Infinity : low, high: Number.isNaN(high) ? Infinity : high };
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
