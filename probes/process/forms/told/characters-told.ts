/** Makes texts of certain characters where a refusal names them, e.g. digits, capitals or letters. */
import type { JsonObject } from "../../../../spec/json.ts";
import type { Candidate } from "./candidate.ts";
import { textMatching } from "./patterns-told.ts";

/** Words for a kind of characters, the pattern of the first character, and that of the others. */
const kinds: readonly (readonly [told: RegExp, first: string, others: string])[] = [
  [/\b(?:numeric|numerical|(?:only |all )?digits?|(?:valid |only )?numbers?)\b/i, "[1-9]", "[0-9]"],
  [/\b(?:upper-?case|capitals?)\b/i, "[A-Z]", "[A-Z0-9]"],
  [/\b(?:lower-?case|small letters)\b/i, "[a-z]", "[a-z0-9]"],
  [/\b(?:alphanumeric(?:al)?s?|letters (?:and|or) (?:digits|numbers))\b/i, "[A-Za-z]", "[A-Za-z0-9]"],
  [/\b(?:alphabetic(?:al)?|alpha|only letters|letters only)\b/i, "[A-Z]", "[a-z]"],
];

/** The length where nothing tells it. */
const usualCount = 8;

/**
 * Texts of the characters that the words name.
 * @param words what the refusal says of the member
 * @param schema of the text, with its length if known
 */
export function ofCharacters(words: string, { minLength, maxLength }: JsonObject): readonly Candidate[] {
  const [, first, others] = kinds.find(([told]) => told.test(words)) ?? [];
  if (first === undefined || others === undefined) return [];
  const least = typeof minLength === "number" ? minLength : 1;
  const most = typeof maxLength === "number" ? maxLength : usualCount;
  const count = Math.min(most, Math.max(least, usualCount));
  return textMatching(`^${first}${others}*$`, { minLength: count, maxLength: count });
}
