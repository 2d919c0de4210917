/** Codes such as `AB-123`, and patterns of their like. */
import { inPattern } from "../../../spec/in-pattern.ts";
import { patternRoom } from "../../../spec/data-schemas/pattern-room.ts";

/** With fewer digits than this a run would soon have used up all numbers. */
const enoughDigits = 6;

/** Digits beside other characters, and no date. */
export const isCodeLike = (text: string): boolean =>
  /\d/.test(text) && !/\s/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);

/**
 * Patterns of such codes: with other digits where the examples differ, and more of them; with all digits and then letters
 * others as well. Those with room for more come first.
 */
export function patternsFor(texts: readonly string[]): readonly string[] {
  const [first = "", ...others] = texts.map((text) => text.match(/\d+|[A-Z]+|[a-z]+|[^\dA-Za-z]+/g) ?? []);
  const parts = [...first];
  const differs = (at: number): boolean =>
    others.some((other) => other.length !== parts.length || other[at] !== parts[at]);
  const digits = parts.flatMap((part, at) => (/\d/.test(part) ? [at] : []));
  const differing = digits.filter(differs);
  // Of one code alone the last number counts on.
  const counting = differing.length > 0 && differing.length < digits.length ? differing : digits.slice(-1);
  const written = (free: readonly number[], longer = false, withLetters = false): string =>
    `^${parts
      .map((part, at) => {
        if (free.includes(at)) return `[0-9]{${String(longer ? Math.max(enoughDigits, part.length) : part.length)}}`;
        if (withLetters && /^[A-Z]+$/.test(part)) return `[A-Z]{${String(part.length)}}`;
        if (withLetters && /^[a-z]+$/.test(part)) return `[a-z]{${String(part.length)}}`;
        return inPattern(part);
      })
      .join("")}$`;
  const all = [written(counting, true), written(counting), written(digits), written(digits, false, true)];
  return [...new Set(all)].toSorted((left, right) => roomOf(right) - roomOf(left));
}

/** Of those with room for a run the narrowest comes first. */
function roomOf(pattern: string): number {
  const room = patternRoom(pattern.replaceAll(/\\(.)/g, "_"));
  const enough = 10 ** enoughDigits;
  return room >= enough ? enough + 1 / room : room;
}
