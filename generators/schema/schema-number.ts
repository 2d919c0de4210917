import fc from "fast-check";
import type { JsonObject } from "../../spec/json.ts";
import { boundedFilter } from "./bounded-filter.ts";

/** Amounts and measurements have so many decimals, where the bounds have none of their own. */
const usualDecimals = 2;
/** A bound with more decimals is one that was computed, and says nothing of how many are usual. */
const mostUsual = 6;
/** A double has no more digits than this that can be told apart. */
const mostDecimals = 15;
/** With fewer numbers to choose from, more decimals are taken; where bounds say how many are usual, four are enough. */
const enoughNumbers = { usual: 10, told: 4 };
/** Where counts of the last decimal are larger, not all of them are exact. */
const mostCount = Number.MAX_SAFE_INTEGER;

function bound(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/**
 * Numbers that follow `minimum`, `maximum`, their exclusive forms and `multipleOf`; whole ones for `integer`. Others have few
 * decimals, as many as the bounds: a service may keep decimals, and refuse what it cannot keep exactly.
 */
export function schemaNumber(schema: JsonObject, integer: boolean): fc.Arbitrary<number> {
  const above = bound(schema, "exclusiveMinimum");
  const below = bound(schema, "exclusiveMaximum");
  const lower = Math.max(bound(schema, "minimum") ?? -Infinity, above ?? -Infinity);
  const upper = Math.min(bound(schema, "maximum") ?? Infinity, below ?? Infinity);
  const min = lower === -Infinity ? (upper === Infinity ? -1_000_000 : upper - 1_000_000) : lower;
  const max = upper === Infinity ? min + 2_000_000 : upper;
  const inside = (value: number) =>
    value >= min && value <= max && (above === undefined || value > above) && (below === undefined || value < below);

  const step = bound(schema, "multipleOf");
  if (step !== undefined && step > 0 && (!integer || Number.isInteger(step))) return multiples(step, min, max, inside);
  const exact = (value: number): number => Math.min(mostCount, Math.max(-mostCount, value));
  const whole = { min: exact(Math.ceil(min)), max: exact(Math.floor(max)) };
  const integers = whole.min <= whole.max ? boundedFilter(fc.integer(whole), inside) : undefined;
  if (integer) return integers ?? fc.constant(whole.min);
  const decimals = boundedFilter(decimalsBetween(min, max), inside);
  return integers ? fc.oneof(integers, decimals) : decimals;
}

/** Multiples that are written with no more decimals than the step, and are multiples for who divides by it, too. */
function multiples(step: number, min: number, max: number, inside: (value: number) => boolean): fc.Arbitrary<number> {
  const places = decimalsOf(step);
  const least = Math.ceil(min / step);
  const counts = fc.integer({ min: least, max: Math.max(least, Math.floor(max / step)) });
  const values = counts.map((count) => (places > mostUsual ? count * step : rounded(count * step, places)));
  return boundedFilter(values, (value) => inside(value) && Number.isInteger(value / step));
}

/** With as many decimals as the bounds have, or as are needed to have some to choose from. */
function decimalsBetween(min: number, max: number): fc.Arbitrary<number> {
  const written = [min, max].map(decimalsOf).filter((count) => count > 0 && count <= mostUsual);
  const fewest = written.length > 0 ? Math.max(...written) : usualDecimals;
  const enough = written.length > 0 ? enoughNumbers.told : enoughNumbers.usual;
  let widest: fc.Arbitrary<number> | undefined;
  for (let places = fewest; places <= mostDecimals; places += 1) {
    const scale = 10 ** places;
    const counts = { min: Math.ceil(min * scale), max: Math.floor(max * scale) };
    if (Math.max(-counts.min, counts.max) > mostCount) break;
    if (counts.min > counts.max) continue;
    widest = fc.integer(counts).map((count) => count / scale + 0);
    if (counts.max - counts.min >= enough - 1) return widest;
  }
  const doubles = () => fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  return widest ?? doubles();
}

/** How many decimals a number is written with. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places)) + 0;
