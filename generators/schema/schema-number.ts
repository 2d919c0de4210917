import fc from "fast-check";
import type { JsonObject } from "../../spec/json.ts";

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
  if (step !== undefined && step > 0 && (!integer || Number.isInteger(step)))
    return fc
      .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
      .map((count) => count * step)
      .filter(inside);
  const whole = { min: Math.ceil(min), max: Math.floor(max) };
  const integers = whole.min <= whole.max ? fc.integer(whole).filter(inside) : undefined;
  if (integer) return integers ?? fc.constant(whole.min);
  const decimals = fc
    .double({ min, max, noNaN: true, noDefaultInfinity: true })
    .map((value) => value + 0)
    .filter(inside);
  return integers ? fc.oneof(integers, decimals) : decimals;
}
