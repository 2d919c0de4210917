/** Finds members of documents that were sent and that no shown document has. */
import type { Json } from "../../../spec/json.ts";

/** The paths of members that some sent document has and no shown one. */
export function neverShown(sent: readonly Json[], shown: readonly Json[]): readonly string[] {
  const there = new Set(shown.flatMap((one) => placesIn(one)));
  return [...new Set(sent.flatMap((one) => placesIn(one)))].filter((place) => !there.has(place));
}

/** The paths of all members, e.g. `buyer.name`; items of a list count as one. */
const placesIn = (value: Json, outer = ""): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item) => placesIn(item, outer))
      : Object.entries(value).flatMap(([name, inner]) => {
          const place = outer === "" ? name : `${outer}.${name}`;
          return [place, ...placesIn(inner, place)];
        });
