import fc from "fast-check";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import { filterCases } from "./filter-cases.ts";
import type { FilterCase } from "./filter-case.ts";

/** A hit or a near miss of a marked document. Shrinks towards the hit by the mark. */
export function filterArbitrary(data: JsonObject): fc.Arbitrary<FilterCase> {
  return fc.constantFrom(...filterCases(data));
}
