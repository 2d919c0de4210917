/** Guesses which member a refusal means that names none, e.g. `must be after 2026-03-14` where there is one date. */
import { rangeTold } from "./told/bounds-told.ts";
import type { Candidates } from "./told/candidate.ts";
import { isDate } from "./plainer-data.ts";

/** The only date where the refusal contains one, or the only number where it tells a bound; else none. */
export function meantBy(found: Candidates, told: string): readonly string[] {
  const free = Object.keys(found).filter((name) => found[name]?.isKept !== true);
  const [dates, numbers] = [
    free.filter((name) => isDate(found[name]?.value)),
    free.filter((name) => typeof found[name]?.value === "number"),
  ];
  if (dates.length === 1 && /\b\d{4}-\d\d-\d\d/.test(told)) return dates;
  const { low, high } = rangeTold(told);
  const isBound = Number.isFinite(low) || Number.isFinite(high);
  return numbers.length === 1 && isBound ? numbers : [];
}
