/** Members of documents that others, which should show them, leave out. */
import type { Json } from "../../../spec/json.ts";

/** The places of members that some document has, and none of those in which they should be shown. */
export function neverShown(sent: readonly Json[], shown: readonly Json[]): readonly string[] {
  const there = new Set(shown.flatMap((one) => placesIn(one)));
  return [...new Set(sent.flatMap((one) => placesIn(one)))].filter((place) => !there.has(place));
}

/** The places of all members, those within others with the names of these; items of lists stand in one. */
const placesIn = (value: Json, outer = ""): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item) => placesIn(item, outer))
      : Object.entries(value).flatMap(([name, inner]) => {
          const place = outer === "" ? name : `${outer}.${name}`;
          return [place, ...placesIn(inner, place)];
        });
