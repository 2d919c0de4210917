/** Values that a state shows otherwise than they were sent, by their type: masked, renamed, in another unit. */
import { isJsonObject, type Json } from "../json.ts";
import { partsOf } from "../open-points/state-folds.ts";
import type { ComputedTypes, JsonType, OpenPointValues, StateFold } from "../vocabulary/profile.ts";
import type { Account } from "../vocabulary/script.ts";
import type { Difference } from "./equal.ts";

type StateReading = OpenPointValues["state-data"];

export function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isJsonObject(value)) return "object";
  return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
}

/** What this reader is shown otherwise than it was sent; undefined where that is nothing. */
export function computedFor({ computed, computedForOthers }: StateReading, reader: Account): ComputedTypes | undefined {
  return reader === "first" ? computed : computedForOthers;
}

/** How many steps of a path in the predicted state lead to the data of one action. */
export function levelsAbove(fold: StateFold): number {
  const { rule, container } = partsOf(fold);
  return (container === undefined ? 0 : 1) + (rule === "list" ? 1 : 0);
}

/** True for a value of a type that the state shows otherwise: a member of the data, or what stands within one. */
export function isComputed(
  types: ComputedTypes,
  { expected, path }: Pick<Difference, "expected" | "path">,
  fold: StateFold,
): boolean {
  const depth = path.length - levelsAbove(fold);
  const concerned = (depth === 1 ? types.members : depth > 1 ? types.within : undefined) ?? [];
  // Where values are renamed, other names stand beside them.
  return expected === undefined ? concerned.length > 0 : concerned.includes(typeOfValue(expected));
}
