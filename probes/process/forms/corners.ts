/**
 * Makes data with numbers at opposite bounds of their form: one number may be limited by another, e.g. a loan by the
 * price, which random data seldom show.
 */
import { schemaLeaves } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";

/** At most so many numbers with fixed values are combined with bounds. */
const maxFixed = 2;

/**
 * For each number that only has accepted values: the largest beside the least of all free numbers, and the smallest
 * beside the greatest. None where no number is free.
 */
export function cornersOf(form: JsonObject, taken: readonly JsonObject[]): readonly JsonObject[] {
  const leaves = schemaLeaves(form);
  const fixed = leaves.filter(({ schema }) => numbersOf(schema["enum"]).length > 1).slice(0, maxFixed);
  const free = leaves.flatMap(({ path, schema: { type, minimum: least, maximum: most } }) => {
    const isNumber = type === "number" || type === "integer";
    return isNumber && typeof least === "number" && typeof most === "number" ? [{ path, least, most }] : [];
  });
  if (free.length === 0) return [];
  return fixed.flatMap(({ path }) => {
    const numberIn = (data: JsonObject) => Number(valueAt(data, path) ?? NaN);
    const inOrder = taken
      .filter((data) => followsSchema(form, data) && Number.isFinite(numberIn(data)))
      .toSorted((left, right) => numberIn(left) - numberIn(right));
    const ends = [
      { like: inOrder.at(-1), end: "least" },
      { like: inOrder[0], end: "most" },
    ] as const;
    // Other members stay as they were with this value.
    return ends.flatMap(({ like, end }) => {
      const made = free.reduce(
        (data, one) => (valueAt(data, one.path) === undefined ? data : withValueAt(data, one.path, one[end])),
        like ?? {},
      );
      return like && followsSchema(form, made) ? [made] : [];
    });
  });
}

const numbersOf = (values: Json | undefined): readonly number[] =>
  Array.isArray(values) ? (values as readonly Json[]).filter((one) => typeof one === "number") : [];
