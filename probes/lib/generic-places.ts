/** Every place of a document, with its generic path. */
import { everyPlace } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { genericPath } from "./generic-path.ts";

export interface GenericPlace {
  readonly path: JsonPath;
  readonly value: Json;
  /** The key under which the value stands; absent for elements of arrays and for the root. */
  readonly key?: string;
}

/** @param names keys that name one file or action, and so differ from document to document */
export function genericPlaces(document: Json, names: ReadonlySet<string> = new Set(), limit = 2_000): GenericPlace[] {
  const arrays = new Set<string>();
  return [...everyPlace(document, limit)].map(({ path, value }) => {
    if (Array.isArray(value)) arrays.add(JSON.stringify(path));
    const inArray = (depth: number) => arrays.has(JSON.stringify(path.slice(0, depth)));
    const last = path.at(-1);
    return {
      path: genericPath(path, inArray, names),
      value,
      ...(last === undefined || inArray(path.length - 1) ? {} : { key: last }),
    };
  });
}
