import { isJsonObject, type Json } from "../json.ts";
import type { JsonPath, OpenPointValues } from "../vocabulary/profile.ts";
import { placesAt } from "./path.ts";
import { decodeText } from "./text-encoding.ts";

/** The action data that a link shows, by the reading; undefined where it shows none. */
export function dataOfLink(link: Json, reading: OpenPointValues["link-data"]): Json | undefined {
  if (reading.path === null) return undefined;
  return decodeText(valueAt(link, reading.path), reading.encoding);
}

/** What stands below the key of the action may have other members beside it: one of these names the key. */
function valueAt(link: Json, path: JsonPath): Json | undefined {
  const places = placesAt(link, path);
  const named = path.at(-1) === "{*}" ? new Set(places.map(({ value }) => value)) : undefined;
  return (places.find(({ key }) => key !== undefined && named?.has(key)) ?? places[0])?.value;
}

/** True where nothing stands at the place of the data, or something empty: a link that keeps them from who reads it. */
export function showsNoData(link: Json, { path }: OpenPointValues["link-data"]): boolean {
  // Where the data are spread over the link, its own members stand there in any case.
  if (!path?.length) return false;
  const shown = valueAt(link, path) ?? "";
  return shown === "" || (isJsonObject(shown) && Object.keys(shown).length === 0);
}
