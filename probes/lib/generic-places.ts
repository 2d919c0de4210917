/** Every place of a document, with its generic path. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { genericKey } from "./generic-path.ts";

interface GenericPlace {
  /** `*` stands for indexes of arrays, `{*}` for keys that name something of one document only. */
  readonly path: JsonPath;
  readonly value: Json;
  /** The key under which the value stands; absent for elements of arrays and for the root. */
  readonly key?: string;
}

/** Nobody keeps anything deeper; and so the paths of all places stay small, whatever a target answers. */
const maxDepth = 64;
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

function childrenOf({ path, value }: GenericPlace, names: ReadonlySet<string>, limit: number): GenericPlace[] {
  if (Array.isArray(value)) {
    return value.slice(0, limit).map((element: Json) => ({ path: [...path, "*"], value: element }));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value).filter((key) => key.length <= maxKeyLength);
  return keys
    .slice(0, limit)
    .map((key) => ({ path: [...path, genericKey(key, names)], value: value[key] as Json, key }));
}
