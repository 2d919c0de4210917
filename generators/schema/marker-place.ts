import fc from "fast-check";
import { forLongest, patternRoom, roomForOne } from "../../spec/data-schemas/pattern-room.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { ofOneWay } from "../../spec/data-schemas/one-way.ts";
import { objectAt } from "../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { Marker } from "../json/marker.ts";
import { shortRun } from "../../spec/readings/marker.ts";
import { sampled, seedFrom } from "../sample.ts";
import { baseData, withValue } from "./base-data.ts";
import { placesIn, type SchemaPlace } from "./schema-places.ts";
import { schemaString } from "./schema-string.ts";

const sampleMarker: Marker = {
  run: "20270131-3f9k2c",
  marker: "a-long-name-of-a-script~20270131-3f9k2c~with-a-place-17",
};

/** Texts of fewer characters have no room for a marker: with a stamp, that of a script which runs again is as long. */
const shortest = 20;

/** The text of the marker, with the run in it, in so many characters at most where there is a bound. */
function markerText({ run, marker }: Marker, maxLength: number): string {
  const whole = marker.includes(run) ? marker : `probe~${run}~${marker}`;
  const seed = seedFrom(whole).toString(36);
  const texts = [whole, `t~${run}~${seed}`, ...(maxLength >= shortest ? [`t~${shortRun(run)}~${seed}`] : [])];
  return texts.find(({ length }) => length <= maxLength) ?? `t~${run}~${seed}`;
}

export interface MarkerPlace {
  readonly path: JsonPath;
  /** The marker as it is written there. */
  text(marker: Marker): string;
  /** True for a code of which there are so few that a stranger may have the same. */
  readonly mayBeStrangers?: true;
}

/** The marker as a text in so many characters at most; undefined where it has no room. */
export function markerWithin(marker: Marker, maxLength: number): string | undefined {
  const text = markerText(marker, maxLength);
  return text.length <= maxLength ? text : undefined;
}

/** So many texts of a pattern are all different where there are enough of them for a marker. */
const patternTexts = 1_000;

/** A text of a pattern that follows from the marker, for members such as a barcode; undefined where there are too few. */
function patterned(schema: JsonObject): ((marker: Marker) => string) | undefined {
  const texts = schemaString(schema);
  const textOf = (seed: number): string => sampled(fc.noBias(texts), { seed, count: 1 })[0] ?? "";
  const { pattern } = schema;
  // Of a long one a thousand take long, and there are enough.
  if (typeof pattern === "string" && patternRoom(pattern) >= roomForOne)
    return (marker) => textOf(seedFrom(markerText(marker, Infinity)));
  const seen = new Set(Array.from({ length: patternTexts }, (_, number) => textOf(seedFrom("room", number))));
  return seen.size < patternTexts ? undefined : (marker) => textOf(seedFrom(markerText(marker, Infinity)));
}

const known = new WeakMap<JsonObject, MarkerPlace | null>();

/**
 * Where in data of a closed schema a text of our own can stand: the first member that takes any text long enough to be
 * like no other, or else one of whose pattern there are enough. Undefined where there is none.
 */
export function markerPlaceIn(schema: JsonObject): MarkerPlace | undefined {
  const earlier = known.get(schema);
  if (earlier !== undefined) return earlier ?? undefined;
  // A marker in what stands in one way of the members alone would bring that way each time.
  const properties = objectAt(schema, "properties");
  const isOfOneWay = ([name = ""]: JsonPath): boolean => objectAt(properties, name)[ofOneWay] === true;
  const texts = placesIn(schema).leaves.filter(({ type, path }) => type === "string" && !isOfOneWay(path));
  // Whatever the schema says of this text, in conditions too, the validator knows.
  const fits = ({ path, text }: MarkerPlace): boolean =>
    followsSchema(schema, withValue(baseData(schema, [path], 1), path, text(sampleMarker)));
  const free = texts
    .map(({ path, schema: { maxLength } }): MarkerPlace => {
      const longest = typeof maxLength === "number" ? maxLength : Infinity;
      return { path, text: (marker) => markerText(marker, longest) };
    })
    .find(fits);
  const found = free ?? firstPatterned(texts, fits);
  known.set(schema, found ?? null);
  return found;
}

function firstPatterned(texts: readonly SchemaPlace[], fits: (place: MarkerPlace) => boolean): MarkerPlace | undefined {
  for (const { path, schema } of texts) {
    if (typeof schema["pattern"] !== "string") continue;
    const whole = schema["pattern"];
    for (const pattern of new Set([forLongest(whole), whole])) {
      const text = patterned({ ...schema, pattern });
      const isRoomy = patternRoom(pattern) >= roomForOne;
      if (text && fits({ path, text })) return { path, text, ...(isRoomy ? {} : { mayBeStrangers: true }) };
    }
  }
  return undefined;
}
