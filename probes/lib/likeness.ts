/** How much of a wanted document stands in an actual one. */
import { containsMembers, sameJson } from "../../spec/readings/equal.ts";
import { everyPlace, type Place } from "../../spec/readings/path.ts";
import { isJsonObject, type Json, ownNames } from "../../spec/json.ts";
import { valueAt } from "../../spec/json-walks.ts";

export interface Likeness {
  /**
   * exact: the same; contains: all wanted members and others of the target's own; partial: some of the wanted leaves.
   */
  readonly kind: "exact" | "contains" | "partial" | "none";
  /** From 0 to 1: exact 1, contains 0.95, partial at most a half. */
  readonly score: number;
}

const none: Likeness = { kind: "none", score: 0 };

/**
 * @param ours names of all members that were sent: where one of them stands beside the wanted ones, the document is
 * another one of ours, not the wanted one among members of the target's own
 * @param leaves of the wanted document, where they are known
 */
export function likeness(
  actual: Json | undefined,
  wanted: Json,
  ours: ReadonlySet<string>,
  leaves?: readonly Place[],
): Likeness {
  if (actual === undefined) return none;
  if (sameJson(actual, wanted)) return { kind: "exact", score: 1 };
  const telling = isJsonObject(wanted) && Object.keys(wanted).length > 0;
  if (telling && containsMembers(actual, wanted) && !hasOthers(actual, wanted, ours)) {
    return { kind: "contains", score: 0.95 };
  }
  const wantedLeaves = leaves ?? leavesOf(wanted);
  const found = wantedLeaves.filter(({ path, value }) => valueAt(actual, path) === value).length;
  // Divided by the larger of the two, so that a small document does not score high just for wanting little.
  return found === 0
    ? none
    : { kind: "partial", score: (0.5 * found) / Math.max(wantedLeaves.length, leafCount(actual)) };
}

/** More places of a document than this are not looked at. */
const maxPlaces = 1_000;

export function leavesOf(document: Json): readonly Place[] {
  return [...everyPlace(document, maxPlaces)].filter(({ value }) => isLeaf(value));
}

/** How many leaves there are, without their paths: those of a deep document are long. */
function leafCount(document: Json): number {
  const pending: Json[] = [document];
  let count = 0;
  for (let places = 0; pending.length > 0 && places < maxPlaces; places++) {
    const value = pending.pop() as Json;
    if (isLeaf(value)) count++;
    else pending.push(...Object.values(value).slice(0, maxPlaces).reverse());
  }
  return count;
}

function isLeaf(value: Json): value is Exclude<Json, object> | null {
  return typeof value !== "object" || value === null;
}

function hasOthers(actual: Json, wanted: Json, ours: ReadonlySet<string>): boolean {
  if (!isJsonObject(actual) || !isJsonObject(wanted)) return false;
  return Object.keys(actual).some((name) => ours.has(name) && !Object.hasOwn(wanted, name));
}

/** The names of the members of documents. */
export function memberNames(documents: Iterable<Json>): ReadonlySet<string> {
  return new Set([...documents].flatMap(ownNames));
}
