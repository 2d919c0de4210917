/** Other values for a member of which a refusal says that another one has the same. */
import type { Candidate } from "./candidate.ts";
import { textMatching } from "./patterns-told.ts";

const saysSame =
  /\b(?:differs?|different from|distinct from|(?:not|cannot|can't|never) (?:be |equal |have )?(?:the )?(?:same|equal|identical)|must not equal|(?:is|are) (?:the same|identical|equal)\b)/i;

/** Another text of its pattern, another one of its list, or the next number; none where the refusal says nothing of the kind. */
export function toldApart(known: Candidate | undefined, told: string): readonly Candidate[] {
  if (!known || !saysSame.test(told)) return [];
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
