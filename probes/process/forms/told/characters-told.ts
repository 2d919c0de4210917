/** Texts of certain characters alone, where a refusal of a text says of which: digits, capitals, letters without signs. */
import type { JsonObject } from "../../../../spec/json.ts";
import type { Candidate } from "./candidate.ts";
import { textMatching } from "./patterns-told.ts";

/** How refusals name them, in English, and the characters, of which the first stands in front. */
const kinds: readonly (readonly [told: RegExp, first: string, others: string])[] = [
  [/\b(?:numeric|numerical|(?:only |all )?digits?|(?:valid |only )?numbers?)\b/i, "[1-9]", "[0-9]"],
  [/\b(?:upper-?case|capitals?)\b/i, "[A-Z]", "[A-Z0-9]"],
  [/\b(?:lower-?case|small letters)\b/i, "[a-z]", "[a-z0-9]"],
  [/\b(?:alphanumeric(?:al)?s?|letters (?:and|or) (?:digits|numbers))\b/i, "[A-Za-z]", "[A-Za-z0-9]"],
  [/\b(?:alphabetic(?:al)?|alpha|only letters|letters only)\b/i, "[A-Z]", "[a-z]"],
];

/** So many, where nobody knows how many are wanted. */
const usualCount = 8;

/** @param words what the refusal says of the member @param schema that of the text, as far as it is known how long it is */
export function ofCharacters(words: string, { minLength, maxLength }: JsonObject): readonly Candidate[] {
  const [, first, others] = kinds.find(([told]) => told.test(words)) ?? [];
  if (first === undefined || others === undefined) return [];
  const least = typeof minLength === "number" ? minLength : 1;
  const most = typeof maxLength === "number" ? maxLength : usualCount;
  const count = Math.min(most, Math.max(least, usualCount));
  return textMatching(`^${first}${others}*$`, { minLength: count, maxLength: count });
}
