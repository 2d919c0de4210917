import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { Marker } from "../json/marker.ts";
import { seedFrom } from "../sample.ts";
import { baseData, withValue } from "./base-data.ts";
import { placesIn } from "./schema-places.ts";

const sampleMarker: Marker = {
  run: "20270131-3f9k2c",
  marker: "a-long-name-of-a-script~20270131-3f9k2c~with-a-place-17",
};

/** The text of the marker, with the run in it, in so many characters at most where there is a bound. */
function markerText({ run, marker }: Marker, maxLength: number): string {
  const whole = marker.includes(run) ? marker : `probe~${run}~${marker}`;
  return whole.length <= maxLength ? whole : `t~${run}~${seedFrom(whole).toString(36)}`;
}

export interface MarkerPlace {
  readonly path: JsonPath;
  /** The marker as it is written there. */
  text(marker: Marker): string;
}

const known = new WeakMap<JsonObject, MarkerPlace | null>();

/**
 * Where in data of a closed schema a text of our own can stand: the first member that takes any text long enough to be
 * like no other. Undefined where there is none.
 */
export function markerPlaceIn(schema: JsonObject): MarkerPlace | undefined {
  const earlier = known.get(schema);
  if (earlier !== undefined) return earlier ?? undefined;
  const found = placesIn(schema)
    .leaves.filter(({ type }) => type === "string")
    .map(({ path, schema: { maxLength } }): MarkerPlace => {
      const longest = typeof maxLength === "number" ? maxLength : Infinity;
      return { path, text: (marker) => markerText(marker, longest) };
    })
    // Whatever the schema says of this text, in conditions too, the validator knows.
    .find(({ path, text }) => followsSchema(schema, withValue(baseData(schema, [path], 1), path, text(sampleMarker))));
  known.set(schema, found ?? null);
  return found;
}
