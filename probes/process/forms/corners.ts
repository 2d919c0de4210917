/**
 * Data in which numbers stand as far apart as their form lets them: where one number may only be so large beside another, as a
 * loan beside a price, data that are drawn seldom show it.
 */
import { schemaLeaves } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";

/** However many numbers come only as in data that were taken: so many are tried. */
const maxFixed = 2;

/**
 * For each number that comes only as in data that were taken: the largest of them beside the smallest of the others, and the
 * other way round. None where no number is free.
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
    // Other members stay as they were beside this number.
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
