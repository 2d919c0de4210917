/** Texts that no other data of the run have, such as a serial number, for targets that take each of them once. */
import fc from "fast-check";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { freeTextsIn, type FreeText } from "../../spec/data-schemas/free-texts.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { sampled, seedFrom } from "../sample.ts";
import { withTextAt } from "./base-data.ts";
import { schemaString } from "./schema-string.ts";

/** A text that may be a number or a code of something; what was put there on purpose mostly looks otherwise. */
const codeLike = /^[\p{L}\p{N}._/@-]{1,60}$/u;

/** Where a pattern has room for few, one that nobody has is looked for so often. */
const mostDraws = 40;

/**
 * The data of an action whose texts must be its own, with others in the members that its schema lets be any text, or any of a
 * pattern; the same data where the target asks for nothing of the kind.
 * @param owner the text by which these data are told from all others: the same gives the same
 * @param isTaken whether other data have a text already
 */
export function withOwnTexts(
  action: ActionDescription | undefined,
  data: JsonObject,
  markerAt: JsonPath | undefined,
  owner: string,
  isTaken: (text: string) => boolean = () => false,
): JsonObject {
  const used = new Set<string>();
  return ownPlaces(action, data, markerAt).reduce((before, { path, schema: text }) => {
    const texts = schemaString(roomy(text));
    let own: string | undefined;
    for (let draw = 0; draw < mostDraws && (own === undefined || isTaken(own) || used.has(own)); draw += 1) {
      const seed = draw === 0 ? seedFrom(owner, ...path) : seedFrom(owner, ...path, String(draw));
      [own] = sampled(fc.noBias(texts), { seed, count: 1 });
    }
    if (own !== undefined) used.add(own);
    const next = own === undefined ? before : withTextAt(before, path, own);
    const schema = action?.dataSchema ?? {};
    // What does not follow it anyway, as numbers of before a narrower range was known, is no worse with another text.
    return followsSchema(schema, next) || !followsSchema(schema, before) ? next : before;
  }, data);
}

/** The texts of such data that no others may have. */
export function ownTextsIn(
  action: ActionDescription | undefined,
  data: JsonObject,
  markerAt: JsonPath | undefined,
): readonly string[] {
  return ownPlaces(action, data, markerAt).flatMap(({ path }) => valuesAt(data, path) as readonly string[]);
}

function ownPlaces(
  action: ActionDescription | undefined,
  data: JsonObject,
  markerAt: JsonPath | undefined,
): readonly FreeText[] {
  const schema = action?.dataSchema;
  if (!schema || action.ownTexts !== true) return [];
  const marker = JSON.stringify(markerAt ?? null);
  return freeTextsIn(schema, data).filter(({ path }) => {
    const [value] = valuesAt(data, path);
    return JSON.stringify(path) !== marker && typeof value === "string" && !isMarker(value) && codeLike.test(value);
  });
}

/** So many characters make a text that is like no other. */
const enough = 12;

/** The schema of a text, long enough to be like no other where it may be. */
function roomy(text: JsonObject): JsonObject {
  const { pattern, minLength = 0, maxLength = enough } = text;
  if (pattern !== undefined || typeof minLength !== "number" || typeof maxLength !== "number") return text;
  return { ...text, minLength: Math.max(minLength, Math.min(enough, maxLength)) };
}
