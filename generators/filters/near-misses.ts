import type { Json, JsonObject } from "../../spec/json.ts";
import { asOtherType, type FilterCase, filterCase } from "./filter-case.ts";

function textsNear(text: string): Readonly<Record<string, string>> {
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  return {
    "other-case": swapped,
    prefix: text.slice(0, -1),
    suffix: text.slice(1),
    substring: text.slice(1, -1),
    extended: `${text}x`,
    preceded: `x${text}`,
    "space-after": `${text} `,
    wildcard: `${text.slice(0, 2)}%`,
    star: `${text.slice(0, 2)}*`,
    pattern: `${text.slice(0, -1)}.`,
    underscore: `${text.slice(0, -1)}_`,
  };
}

/** A search may compare fewer digits than a number has, fewer bits, or texts. */
function numbersNear(value: number): Readonly<Record<string, number | undefined>> {
  const isWhole = Number.isInteger(value);
  return {
    ...(isWhole ? { "one-more": value + 1 } : { "last-digit": withLastDigit(value) }),
    negated: -value,
    ...(isWhole && isBeyond32Bits(value) ? { wrapped: value - 2 ** 32 } : { tenfold: value * 10 }),
  };
}

/** The same decimal but for the last of its digits. */
function withLastDigit(value: number): number {
  const text = String(value);
  return Number(text.replace(/\d(?=e|$)/, (digit) => (digit === "9" ? "8" : String(Number(digit) + 1))));
}

/** True for a number that is not what 32 bits make of it: one that is large, or no whole one. */
export function isBeyond32Bits(value: number): boolean {
  return (value | 0) !== value;
}

/** Filters that come close to a member of a document and must not match it by equality. */
export function nearMisses(key: string, value: Json): readonly FilterCase[] {
  const cases: FilterCase[] = [];
  const miss = (name: string, wrong: Json) => {
    if (wrong !== "" && wrong !== value) cases.push(filterCase(name, { [key]: wrong }, false));
  };
  const other = asOtherType(value);
  if (other !== undefined) miss("other-type", other);
  if (typeof value === "string") for (const [name, text] of Object.entries(textsNear(value))) miss(name, text);
  if (typeof value === "number") {
    for (const [name, wrong] of Object.entries(numbersNear(value))) if (wrong !== undefined) miss(name, wrong);
  }
  if (typeof value === "boolean") miss("negated", !value);
  if (value !== null) miss("null", null);
  return cases;
}

/** The last letter of the name stands before the text: an index that writes both as one word takes it for a hit. */
export function shifted(key: string, text: string): FilterCase {
  return filterCase("shifted", { [key.slice(0, -1)]: `${key.slice(-1)}${text}` }, false);
}

/** A filter of two members, of which the one named last is wrong. */
export function oneOfTwoWrong(right: JsonObject, wrong: JsonObject): FilterCase {
  return filterCase("one-of-two-wrong", { ...right, ...wrong }, false);
}
