import { isJsonObject, type Json } from "../json.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import { placesAt } from "./path.ts";
import { decodeText } from "./text-encoding.ts";

/** The action data that a link shows, by the reading; undefined where it shows none. */
export function dataOfLink(link: Json, reading: OpenPointValues["link-data"]): Json | undefined {
  if (reading.path === null) return undefined;
  return decodeText(placesAt(link, reading.path)[0]?.value, reading.encoding);
}

/** True where nothing stands at the place of the data, or something empty: a link that keeps them from who reads it. */
export function showsNoData(link: Json, { path }: OpenPointValues["link-data"]): boolean {
  // Where the data are spread over the link, its own members stand there in any case.
  if (!path?.length) return false;
  const shown = placesAt(link, path)[0]?.value ?? "";
  return shown === "" || (isJsonObject(shown) && Object.keys(shown).length === 0);
}
