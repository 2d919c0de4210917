/** Numbers of which a refusal tells what they make together, as in `copper and tin must add up to 100`. */
import type { Candidates } from "./candidate.ts";
import { memberWord } from "./refusal-words.ts";

const sum = /\b(?:sum|sums|total|totals|together|add up|adds up|makes?)\b\D{0,30}?(\d{1,9}(?:\.\d{1,4})?)/i;

/** What is told in more decimals than this is not summed exactly. */
const mostDecimals = 4;

/** The members with the last of the numbers that the refusal names changed so that their sum is what it tells; none where it tells none. */
export function summedTo(found: Candidates, told: string): readonly Candidates[] {
  const total = Number(sum.exec(told)?.[1] ?? NaN);
  const numbers = Object.entries(found).filter(
    ([place, { value }]) => typeof value === "number" && memberWord(place.split(".").at(-1) ?? place).test(told),
  );
  const others = numbers.slice(0, -1).map(([, { value }]) => Number(value));
  const [last] = numbers.at(-1) ?? [];
  if (Number.isNaN(total) || others.length === 0 || last === undefined) return [];
  const kept = numbers.map(([place, { value }]) => [place, { value, schema: { const: value } }] as const);
  const rest = Number((total - others.reduce((all, one) => all + one, 0)).toFixed(mostDecimals));
  return [{ ...found, ...Object.fromEntries(kept), [last]: { value: rest, schema: { const: rest } } }];
}
