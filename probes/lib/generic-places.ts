/** Every place of a document, with its generic path. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { genericKey } from "./generic-path.ts";

interface GenericPlace {
  /** `*` stands for indexes of arrays, but for those of records without names, `{*}` for keys that name something of one document only. */
  readonly path: JsonPath;
  readonly value: Json;
  /** The key under which the value stands; absent for elements of arrays and for the root. */
  readonly key?: string;
}

/** Nobody keeps anything deeper; and so the paths of all places stay small, whatever a target answers. */
const maxDepth = 64;
/** In a list of lists of so few values each of these is a record, such as a digest and a file name. */
const mostColumns = 4;
/** No member that means something has a longer name. */
const maxKeyLength = 500;

/**
 * The places in document order, the root first.
 * @param names keys that name one file or action, and so differ from document to document
 */
export function genericPlaces(document: Json, names: ReadonlySet<string> = new Set(), limit = 2_000): GenericPlace[] {
  const places: GenericPlace[] = [];
  const pending: GenericPlace[] = [{ path: [], value: document }];
  for (let place = pending.pop(); place && places.length < limit; place = pending.pop()) {
    places.push(place);
    // What is pushed last comes first; of many children, those beyond the limit are not looked at.
    if (place.path.length < maxDepth) pending.push(...childrenOf(place, names, limit).reverse());
  }
  return places;
}

/** True for the members of one thing, each as a row of its name and its value: each is another member. */
function areNamedValues(rows: readonly Json[]): boolean {
  const names = rows.flatMap((row) => {
    if (!isJsonObject(row)) return [];
    const { name, value } = row;
    return typeof name === "string" && value !== undefined && isScalar(value) ? [name] : [];
  });
  return names.length === rows.length && new Set(names).size === rows.length;
}

const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;

function childrenOf({ path, value }: GenericPlace, names: ReadonlySet<string>, limit: number): GenericPlace[] {
  if (Array.isArray(value)) {
    const isColumns = value.length > 1 && value.length <= mostColumns;
    const isRecord =
      isColumns && ((path.at(-1) === "*" && value.every(isScalar)) || (path.includes("*") && areNamedValues(value)));
    return value
      .slice(0, limit)
      .map((element: Json, index) => ({ path: [...path, isRecord ? String(index) : "*"], value: element }));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value).filter((key) => key.length <= maxKeyLength);
  // Entries that are counted, and no list.
  const isRow = keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key));
  return keys
    .slice(0, limit)
    .map((key) => ({ path: [...path, isRow ? "{*}" : genericKey(key, names)], value: value[key] as Json, key }));
}
