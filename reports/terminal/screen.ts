/** Lines of a terminal: width and colours. */
import picocolors from "picocolors";
import { printable, sentenceEnds, shortenAtSentence, shortenMiddle } from "../text/escape.ts";

export type Colours = ReturnType<typeof picocolors.createColors>;

export const maxColumns = 100;

/** Colours as the caller says, or as the terminal and `NO_COLOR` say. */
export function coloursFor(wanted: boolean | undefined): Colours {
  return picocolors.createColors(wanted ?? picocolors.isColorSupported);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const narrowless = /\p{Mark}/u;

/** Columns that a printable text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += narrowless.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Text of the target as one printable line of at most `columns` columns. */
export function fit(text: string, columns: number): string {
  const line = printable(text.slice(0, 4 * maxColumns));
  if (widthOf(line) <= columns) return line;
  let kept = "";
  let width = 0;
  for (const character of line) {
    const more = widthOf(character);
    if (width + more > columns - 1) break;
    kept += character;
    width += more;
  }
  return `${kept.trimEnd()}…`;
}

/** Of a text that may have any length, so much is told where there is room. */
const mostCharacters = 4_000;

/**
 * Text of the target as at most `maxLines` printable lines of at most `columns` columns. One that is too long ends at the
 * end of a sentence, if it has one before.
 */
export function wrap(text: string, columns: number, maxLines: number): string[] {
  const whole = printable(shortenAtSentence(text, mostCharacters));
  const lines = brokenLines(whole, columns);
  if (lines.length <= maxLines) return lines;
  // More characters than this have no room anyway.
  for (const end of sentenceEnds(whole.slice(0, columns * maxLines)).toReversed()) {
    const cut = brokenLines(`${whole.slice(0, end)} …`, columns);
    if (cut.length <= maxLines) return cut;
  }
  return [...lines.slice(0, maxLines - 1), fit(lines.slice(maxLines - 1).join(" "), columns)];
}

/**
 * Text of the target as at most `maxLines` lines, of which the beginning and the end stay whatever its length: what came
 * of a request stands at the end of a message.
 */
export function wrapMiddle(text: string, columns: number, maxLines: number): string[] {
  const whole = printable(text);
  for (let room = Math.min(whole.length, columns * maxLines); room > columns / 2; room -= 4) {
    const lines = brokenLines(shortenMiddle(whole, room), columns);
    if (lines.length <= maxLines) return lines;
  }
  return brokenLines(shortenMiddle(whole, Math.floor(columns / 2)), columns).slice(0, maxLines);
}

/** Lines broken between words, and within words that are longer than a line. */
function brokenLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= columns) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    lines.push("");
    for (const character of word) {
      const line = lines.at(-1) ?? "";
      if (widthOf(line) + widthOf(character) > columns) lines.push(character);
      else lines[lines.length - 1] = line + character;
    }
  }
  return lines;
}
