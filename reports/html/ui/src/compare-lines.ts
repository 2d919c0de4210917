/** Two values as lines, and which of the lines differ. */
import { gotNothing } from "../../../results/got-nothing.ts";
import { printable } from "../../../text/escape.ts";

export interface ComparedLine {
  readonly kind: "same" | "wanted" | "got";
  readonly text: string;
  /** The part of a changed line that changed: start and end in `text`. */
  readonly changed?: readonly [number, number];
}

/** Longest table of the longest-common-subsequence search; beyond it everything between the ends counts as changed. */
const maxCells = 400_000;

/** The lines of both values as JSON, the same lines once. Members stand in the order of `expected`. */
export function compareValues(expected: unknown, actual: unknown): ComparedLine[] {
  const lines = compareLines(linesOf(expected), linesOf(inOrderOf(actual, expected)));
  return markPairs(lines);
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (value === gotNothing) return ["nothing"];
  return (JSON.stringify(value, null, 2) ?? String(value)).split("\n").map(printable);
}

function inOrderOf(value: unknown, model: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((element, at) => inOrderOf(element, Array.isArray(model) ? (model as unknown[])[at] : undefined));
  }
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, unknown>;
  const wanted = typeof model === "object" && model !== null ? (model as Record<string, unknown>) : {};
  const known = Object.keys(wanted).filter((name) => Object.hasOwn(members, name));
  const names = [...known, ...Object.keys(members).filter((name) => !Object.hasOwn(wanted, name))];
  return Object.fromEntries(
    names.map((name) => [name, inOrderOf(members[name], Object.hasOwn(wanted, name) ? wanted[name] : undefined)]),
  );
}

function compareLines(wanted: readonly string[], got: readonly string[]): ComparedLine[] {
  let head = 0;
  while (head < wanted.length && head < got.length && bare(wanted[head]) === bare(got[head])) head++;
  let tail = 0;
  const room = Math.min(wanted.length, got.length) - head;
  while (tail < room && bare(wanted.at(-1 - tail)) === bare(got.at(-1 - tail))) tail++;
  const same = (lines: readonly string[]): ComparedLine[] => lines.map((text) => ({ kind: "same", text }));
  const middle = between(wanted.slice(head, wanted.length - tail), got.slice(head, got.length - tail));
  return [...same(got.slice(0, head)), ...middle, ...same(got.slice(got.length - tail))];
}

/** A comma at the end of a line says that another member follows, not that this one differs. */
function bare(line: string | undefined): string {
  return (line ?? "").replace(/,$/, "");
}

function between(wanted: readonly string[], got: readonly string[]): ComparedLine[] {
  const rows = wanted.length;
  const columns = got.length;
  if (rows * columns > maxCells) {
    return [
      ...wanted.map((text) => ({ kind: "wanted", text }) as const),
      ...got.map((text) => ({ kind: "got", text }) as const),
    ];
  }
  const table = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number): number => table[row * (columns + 1) + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const equal = bare(wanted[row]) === bare(got[column]);
      const length = equal ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      table[row * (columns + 1) + column] = length;
    }
  }
  const lines: ComparedLine[] = [];
  let row = 0;
  let column = 0;
  while (row < rows || column < columns) {
    if (row < rows && column < columns && bare(wanted[row]) === bare(got[column])) {
      lines.push({ kind: "same", text: got[column] ?? "" });
      row++;
      column++;
    } else if (row < rows && (column >= columns || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: "wanted", text: wanted[row++] ?? "" });
    } else lines.push({ kind: "got", text: got[column++] ?? "" });
  }
  return lines;
}

/** Where a wanted line and a got line of one block belong together, only the differing middle of both is marked. */
function markPairs(lines: readonly ComparedLine[]): ComparedLine[] {
  const result = [...lines];
  for (let start = 0; start < result.length; start++) {
    if (result[start]?.kind !== "wanted") continue;
    const firstGot = endOfRun(result, start, "wanted");
    const end = endOfRun(result, firstGot, "got");
    for (let at = firstGot; at < end; at++) {
      const alone = firstGot - start === 1 && end - firstGot === 1;
      const partner = alone
        ? start
        : result.findIndex((line, place) => place >= start && place < firstGot && sameMember(line, result[at]));
      const [wanted, got] = [result[partner], result[at]];
      if (!wanted || !got) continue;
      const [a, b] = changedMiddle(wanted.text, got.text);
      result[partner] = { kind: "wanted", ...a };
      result[at] = { kind: "got", ...b };
    }
    start = Math.max(start, end - 1);
  }
  return result;
}

function endOfRun(lines: readonly ComparedLine[], start: number, kind: ComparedLine["kind"]): number {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return end;
}

/** True for two lines such as `"note": "a",` and `"note": "b"` at the same depth. */
function sameMember(a: ComparedLine | undefined, b: ComparedLine | undefined): boolean {
  const name = (line: ComparedLine | undefined): string | undefined =>
    /^\s*"(?:[^"\\]|\\.)*":/.exec(line?.text ?? "")?.[0];
  return name(a) !== undefined && name(a) === name(b);
}

type Marked = Required<Pick<ComparedLine, "text" | "changed">>;

/**
 * Both texts with the range between their common beginning and end. Where the two ranges look alike, such as two normal
 * forms of one letter, they are spelled by their code points.
 */
function changedMiddle(a: string, b: string): readonly [Marked, Marked] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const alike = a.normalize("NFKC") === b.normalize("NFKC");
  if (!alike) {
    // Whole words: half a `true` against half a `false` would be no help.
    while (head > 0 && isWord(a[head - 1])) head--;
    while (tail > 0 && isWord(a.at(-tail))) tail--;
  }
  const mark = (text: string): Marked => {
    const middle = text.slice(head, text.length - tail);
    const shown = alike ? spelled(middle) : middle;
    const end = head + shown.length;
    return { text: text.slice(0, head) + shown + text.slice(text.length - tail), changed: [head, end] };
  };
  return [mark(a), mark(b)];
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\w.]/.test(character);
}

function spelled(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
