import { isJsonObject, type Json } from "../json.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import { placesAt } from "./path.ts";
import { decodeText } from "./text-encoding.ts";

/**
 * The data that a state shows, by the reading; undefined where it shows none. A path with `*` gives the list of all
 * that it leads to, which is what the fold `list-of-actions` predicts.
 */
export function dataOfState(state: Json, reading: OpenPointValues["state-data"]): Json | undefined {
  if (reading.path === null) return undefined;
  const places = placesAt(state, reading.path);
  if (reading.path.includes("*")) {
    const decoded = places.map((place) => decodeText(place.value, reading.encoding));
    return decoded.some((value) => value === undefined) ? undefined : (decoded as Json[]);
  }
  return decodeText(places[0]?.value, reading.encoding);
}

/**
 * Where the members of the target's own stand: beside the data, or, where these stand in no place of their own, in the
 * state, or in the object that it has for state data.
 */
export function ownDataOfState(state: Json, reading: OpenPointValues["state-data"]): Json | undefined {
  if (reading.path !== null || !isJsonObject(state)) return dataOfState(state, reading);
  return isJsonObject(state["data"]) ? state["data"] : state;
}
