/** Texts that no other data of the run have, such as a serial number, for targets that take each of them once. */
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { freeTextsOf } from "../../spec/data-schemas/free-texts.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { sampled, seedFrom } from "../sample.ts";
import { withValue } from "./base-data.ts";
import { schemaString } from "./schema-string.ts";

/** A text that may be a number or a code of something; what was put there on purpose mostly looks otherwise. */
const codeLike = /^[\p{L}\p{N}._/@-]{1,60}$/u;

/**
 * The data of an action whose texts must be its own, with others in the members that its schema lets be any text, or any of a
 * pattern; the same data where the target asks for nothing of the kind.
 * @param owner the text by which these data are told from all others: the same gives the same
 */
export function withOwnTexts(
  action: ActionDescription | undefined,
  data: JsonObject,
  markerAt: JsonPath | undefined,
  owner: string,
): JsonObject {
  const schema = action?.dataSchema;
  if (!schema || action.ownTexts !== true) return data;
  const marker = JSON.stringify(markerAt ?? null);
  const places = freeTextsOf(schema).filter(({ path }) => JSON.stringify(path) !== marker);
  return places.reduce((before, { path, schema: text }) => {
    const [value] = valuesAt(before, path);
    if (typeof value !== "string" || isMarker(value) || !codeLike.test(value)) return before;
    const [own] = sampled(schemaString(roomy(text)), { seed: seedFrom(owner, ...path), count: 1 });
    const next = own === undefined ? before : withValue(before, path, own);
    return followsSchema(schema, next) ? next : before;
  }, data);
}

/** So many characters make a text that is like no other. */
const enough = 12;

/** The schema of a text, long enough to be like no other where it may be. */
function roomy(text: JsonObject): JsonObject {
  const { pattern, minLength = 0, maxLength = enough } = text;
  if (pattern !== undefined || typeof minLength !== "number" || typeof maxLength !== "number") return text;
  return { ...text, minLength: Math.max(minLength, Math.min(enough, maxLength)) };
}
