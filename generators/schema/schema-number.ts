import fc from "fast-check";
import type { JsonObject } from "../../spec/json.ts";
import { boundedFilter } from "./bounded-filter.ts";

function bound(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Numbers that follow `minimum`, `maximum`, their exclusive forms and `multipleOf`; whole ones for `integer`. */
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
  if (step !== undefined && step > 0 && (!integer || Number.isInteger(step))) {
    const least = Math.ceil(min / step);
    const counts = fc.integer({ min: least, max: Math.max(least, Math.floor(max / step)) });
    return boundedFilter(
      counts.map((count) => count * step),
      inside,
    );
  }
  const whole = { min: Math.ceil(min), max: Math.floor(max) };
  const integers = whole.min <= whole.max ? boundedFilter(fc.integer(whole), inside) : undefined;
  if (integer) return integers ?? fc.constant(whole.min);
  const doubles = fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const decimals = boundedFilter(doubles, inside);
  return integers ? fc.oneof(integers, decimals) : decimals;
}
