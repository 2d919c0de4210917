/** Makes ids that name nothing but are close to that of a trace. */
import type { TraceChange } from "../../spec/vocabulary/script.ts";

/** Ids that differ in at most so many digits are numbered consecutively. */
const rowDiffersIn = 8;
/** Positions of the digits of a UUID that tell its version and variant. */
const kindDigits = [14, 19];

/**
 * The id with one character more, one less, or another digit. Where the ids of a target are consecutive, neighbours
 * name traces too: then the digit is changed that is farthest from the counting ones.
 * @param known ids of other traces of the run
 */
export function nearId(id: string, change: Exclude<TraceChange, "other-case">, known: Iterable<string>): string {
  if (change === "longer") return `${id}0`;
  if (change === "shorter") return id.slice(0, -1);
  const at = digitToChange(id.toLowerCase(), known);
  return `${id.slice(0, at)}${id[at] === "7" ? "3" : "7"}${id.slice(at + 1)}`;
}

function digitToChange(id: string, known: Iterable<string>): number {
  const counting = new Set<number>();
  for (const other of known) {
    if (other.length !== id.length) continue;
    const differing = [...id].flatMap((digit, place) => (digit === other[place] ? [] : [place]));
    if (differing.length <= rowDiffersIn) for (const place of differing) counting.add(place);
  }
  const last = id.length - 1;
  if (counting.size === 0) return last;
  const distance = (place: number) => Math.min(...[...counting].map((one) => Math.abs(one - place)));
  const places = [...id].flatMap((digit, place) =>
    /[0-9a-f]/.test(digit) && !kindDigits.includes(place) ? [place] : [],
  );
  return places.reduce((best, place) => (distance(place) > distance(best) ? place : best), last);
}
