/** Finds another value for a member where a refusal says that something else has the same one. */
import type { Candidate } from "./candidate.ts";
import { textMatching } from "./patterns-told.ts";

/** Words that say that a value is used elsewhere, though nobody sees where. */
const saysUsed =
  /\b(?:already (?:been )?(?:taken|used|in use|assigned|exists?|registered|known|open|booked|has)|(?:has|have) already\b|duplicates?|must be unique|not unique|(?:bereits|schon) (?:vergeben|vorhanden|verwendet|benutzt|belegt|registriert)|déjà (?:utilisée?|prise?|attribuée?))/i;

/** True for a refusal that says that a code is used elsewhere, and repeats it. */
export const isUsedElsewhere = (known: Candidate | undefined, told: string): boolean =>
  typeof known?.value === "string" && /\d/.test(known.value) && told.includes(known.value) && saysUsed.test(told);

const saysSame =
  /\b(?:differs?|different from|distinct from|(?:not|cannot|can't|never) (?:be |equal |have )?(?:the )?(?:same|equal|identical)|must not equal|(?:is|are) (?:the same|identical|equal)\b)/i;

/**
 * Another text of its pattern, another value of its list, or the next number; none where the refusal does not say that
 * the value must differ.
 */
export function toldApart(known: Candidate | undefined, told: string): readonly Candidate[] {
  if (!known || !(saysSame.test(told) || isUsedElsewhere(known, told))) return [];
  const { value, schema } = known;
  const { pattern, minLength, maxLength, enum: listed } = schema;
  if (Array.isArray(listed)) {
    const others = (listed as readonly Candidate["value"][]).filter((one) => one !== value);
    return others.slice(0, 1).map((one) => ({ value: one, schema: { const: one } }));
  }
  if (typeof value === "number") return [{ value: value + 1, schema: { const: value + 1 } }];
  if (typeof pattern !== "string") return [];
  const lengths = {
    ...(typeof minLength === "number" ? { minLength } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
  };
  return textMatching(pattern, lengths, "another").filter((one) => one.value !== value);
}
