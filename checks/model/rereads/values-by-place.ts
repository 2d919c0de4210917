/** What stands in a document, by places that are alike: elements of one list, members that ids name. */
import { everyPlace } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import { isUuid } from "../../support/uuid.ts";

/** A name of so many characters is an id or a digest. */
const longest = 20;

/** Ids, and numbers in names, are each trace's own. */
function nameOfStep(step: string): string {
  const isId: boolean = step.length >= longest || isUuid(step);
  return isId ? "#" : step.replaceAll(/\d+/g, "#");
}

/** By the place, what stands there that is neither a list nor an object, in an order that does not depend on the document's. */
export function valuesByPlace(shown: Json): ReadonlyMap<string, readonly Json[]> {
  const scalars = [...everyPlace(shown)].filter(({ value }) => value === null || typeof value !== "object");
  const placed = Map.groupBy(scalars, ({ path }) => path.map(nameOfStep).join("."));
  const sorted = (values: readonly Json[]) =>
    values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return new Map([...placed].map(([place, all]) => [place, sorted(all.map(({ value }) => value))]));
}
