import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { Mark } from "../json/mark.ts";
import { seedFrom } from "../sample.ts";
import { baseData, withValue } from "./base-data.ts";
import { placesIn } from "./schema-places.ts";

const sampleMark: Mark = { run: "20270131-3f9k2c", mark: "a-long-name-of-a-script~20270131-3f9k2c~with-a-place-17" };

/** The text of the mark, with the run in it, in so many characters at most where there is a bound. */
function markText({ run, mark }: Mark, maxLength: number): string {
  const whole = mark.includes(run) ? mark : `probe~${run}~${mark}`;
  return whole.length <= maxLength ? whole : `t~${run}~${seedFrom(whole).toString(36)}`;
}

export interface MarkPlace {
  readonly path: JsonPath;
  /** The mark as it is written there. */
  text(mark: Mark): string;
}

const known = new WeakMap<JsonObject, MarkPlace | null>();

/**
 * Where in data of a closed schema a text of our own can stand: the first member that takes any text long enough to be
 * like no other. Undefined where there is none.
 */
export function markPlaceIn(schema: JsonObject): MarkPlace | undefined {
  const earlier = known.get(schema);
  if (earlier !== undefined) return earlier ?? undefined;
  const found = placesIn(schema)
    .leaves.filter(({ type }) => type === "string")
    .map(({ path, schema: { maxLength } }): MarkPlace => {
      const longest = typeof maxLength === "number" ? maxLength : Infinity;
      return { path, text: (mark) => markText(mark, longest) };
    })
    // Whatever the schema says of this text, in conditions too, the validator knows.
    .find(({ path, text }) => followsSchema(schema, withValue(baseData(schema, [path], 1), path, text(sampleMark))));
  known.set(schema, found ?? null);
  return found;
}
