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

interface OpenPart {
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly most: number;
}

const howOften = /^(?:\*|\+|\{(\d{1,4}),(\d{0,4})\})\??/u;

/** How often the last part of a pattern comes that may come more or less often: `*`, `+`, `{2,}` or `{2,7}`, outside of classes. */
function lastOpenPart(pattern: string): OpenPart | undefined {
  let found: OpenPart | undefined;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === "\\") at += 1;
    else if (isInClass) isInClass = sign !== "]";
    else if (sign === "[") isInClass = true;
    else if (at > 0 && pattern[at - 1] !== "(") {
      const [whole, least, most = ""] = howOften.exec(pattern.slice(at)) ?? [];
      if (whole === undefined) continue;
      const from = least ?? (whole.startsWith("+") ? "1" : "0");
      found = { from: at, to: at + whole.length, least: Number(from), most: most === "" ? Infinity : Number(most) };
    }
  }
  return found;
}

/** The pattern with as many of its last open part as the lengths leave room for: by chance it is hardly as long as wanted. */
function withLengths(pattern: string, { least, most }: Lengths): string {
  const open = lastOpenPart(pattern);
  if (!open || (least === 0 && most === Infinity)) return pattern;
  const times = (from: number, to: number): string =>
    `${pattern.slice(0, open.from)}{${String(from)},${String(Math.max(from, to))}}${pattern.slice(open.to)}`;
  try {
    const short = new RegExp(times(open.least, open.least), "u");
    const shortest = fc.sample(fc.stringMatching(short), { numRuns: samples, seed: 1 });
    const others = Math.min(...shortest.map((text) => [...text].length)) - open.least;
    return times(
      Math.min(open.most, Math.max(open.least, least - others)),
      Math.min(open.most, Math.max(0, most - others)),
    );
  } catch {
    return pattern;
  }
}

/** Of so many the shortest is taken for as short as it can be. */
const samples = 10;
