import type { Json } from "../json.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import { placesAt } from "./path.ts";
import { decodeText } from "./text-encoding.ts";

/** The action data that a link shows, by the reading; undefined where it shows none. */
export function dataOfLink(link: Json, reading: OpenPointValues["link-data"]): Json | undefined {
  if (reading.path === null) return undefined;
  return decodeText(placesAt(link, reading.path)[0]?.value, reading.encoding);
}
