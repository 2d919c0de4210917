/** Corrects two numbers where a refusal says that one must be greater, e.g. `to must be greater than from`. */
import type { Candidates } from "./candidate.ts";
import { memberWord } from "./refusal-words.ts";

const must = String.raw`\b(?:must|should|has to|have to|needs to|may only) (?:be )?`;
const greater = new RegExp(`${must}(?:greater|larger|more|higher|bigger|above|beyond|exceed)\\b`, "i");
const less = new RegExp(`${must}(?:less|lower|smaller|fewer|below|under)\\b`, "i");

/** The members with the two named numbers in the required order, in several variants; none where it names no two. */
export function orderedBy(found: Candidates, told: string): readonly Candidates[] {
  const line = told.split("\n").find((one) => greater.test(one) || less.test(one)) ?? "";
  const named = Object.entries(found)
    .filter(([name, { value }]) => typeof value === "number" && memberWord(name).test(line))
    .toSorted(([one], [other]) => line.search(memberWord(one)) - line.search(memberWord(other)));
  const [first, second] = named.map(([name]) => name);
  if (first === undefined || second === undefined) return [];
  const [high, low] = greater.test(line) ? [first, second] : [second, first];
  // Low numbers first, as an upper bound may be told only later.
  const least = Number(found[low]?.value ?? 0);
  return [
    [0, 1],
    [1, 2],
    [least, least + 1],
  ].map(([below = 0, above = 0]) => ({
    ...found,
    [low]: { value: below, schema: { const: below } },
    [high]: { value: above, schema: { const: above } },
  }));
}
