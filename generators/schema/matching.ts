/** Texts that match a pattern and have so many characters. */
import fc from "fast-check";
import { boundedFilter } from "./bounded-filter.ts";

export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Texts of a pattern within these lengths, where there are such; otherwise those of the pattern, whatever their length. */
export function matching(pattern: string, { least, most }: Lengths): fc.Arbitrary<string> {
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= least && length <= most;
  };
  return boundedFilter(fc.stringMatching(new RegExp(withLengths(pattern, { least, most }), "u")), fits);
}

/** The last part of a pattern that may come more or less often, outside of classes: `*`, `+`, `{2,}` or `{2,7}`. */
const openPart = /(?<![\\(])(\*|\+|\{(\d+),(\d*)\})\??(?![^[]*\])(?=[^*+{]*$)/u;

/** The pattern with as many of its last open part as the lengths leave room for: by chance it is hardly as long as wanted. */
function withLengths(pattern: string, { least, most }: Lengths): string {
  const [whole, sign, atLeast, atMost = ""] = openPart.exec(pattern) ?? [];
  if (whole === undefined || (least === 0 && most === Infinity)) return pattern;
  const own = sign === "+" ? 1 : Number(atLeast ?? 0);
  const ownMost = atMost === "" ? Infinity : Number(atMost);
  const times = (from: number, to: number): string =>
    pattern.replace(openPart, `{${String(from)},${String(Math.max(from, to))}}`);
  try {
    const shortest = fc.sample(fc.stringMatching(new RegExp(times(own, own), "u")), { numRuns: samples, seed: 1 });
    const others = Math.min(...shortest.map((text) => [...text].length)) - own;
    return times(Math.min(ownMost, Math.max(own, least - others)), Math.min(ownMost, most - others));
  } catch {
    return pattern;
  }
}

/** Of so many the shortest is taken for as short as it can be. */
const samples = 10;
