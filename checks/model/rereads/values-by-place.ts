/** The values in a document by place, where items of one list, and members named by ids, share a place. */
import { everyPlace } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import { isUuid } from "../../support/uuid.ts";

/** A longer name is an id or a digest. */
const longest = 20;

/** Ids, and numbers in names, differ on each trace. */
function nameOfStep(step: string): string {
  const isId: boolean = step.length >= longest || isUuid(step);
  return isId ? "#" : step.replaceAll(/\d+/g, "#");
}

/** By place, the values that are no list or object, sorted. */
export function valuesByPlace(shown: Json): ReadonlyMap<string, readonly Json[]> {
  const scalars = [...everyPlace(shown)].filter(({ value }) => value === null || typeof value !== "object");
  const placed = Map.groupBy(scalars, ({ path }) => path.map(nameOfStep).join("."));
  const sorted = (values: readonly Json[]) =>
    values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return new Map([...placed].map(([place, all]) => [place, sorted(all.map(({ value }) => value))]));
}
