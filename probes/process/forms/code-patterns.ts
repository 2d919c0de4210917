/** Recognises codes such as `AB-123`, and makes patterns of similar ones. */
import { inPattern } from "../../../spec/in-pattern.ts";
import { patternRoom } from "../../../spec/data-schemas/pattern-room.ts";

/** With fewer digits a run would soon have used all numbers. */
const enoughDigits = 6;

/** True for a text with a digit and without spaces that is no date. */
export const isCodeLike = (text: string): boolean =>
  /\d/.test(text) && !/\s/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);

/**
 * Patterns for codes like these: other digits where the examples differ, also more digits; other digits everywhere;
 * other letters as well. Those with room for many codes come first.
 */
export function patternsFor(texts: readonly string[]): readonly string[] {
  const [first = "", ...others] = texts.map((text) => text.match(/\d+|[A-Z]+|[a-z]+|[^\dA-Za-z]+/g) ?? []);
  const parts = [...first];
  const differs = (at: number): boolean =>
    others.some((other) => other.length !== parts.length || other[at] !== parts[at]);
  const digits = parts.flatMap((part, at) => (/\d/.test(part) ? [at] : []));
  const differing = digits.filter(differs);
  // Of a single code the last number counts up.
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

/** How many codes a pattern allows; among those with enough, the narrowest counts most. */
function roomOf(pattern: string): number {
  const room = patternRoom(pattern.replaceAll(/\\(.)/g, "_"));
  const enough = 10 ** enoughDigits;
  return room >= enough ? enough + 1 / room : room;
}
