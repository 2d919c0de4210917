/** Two values as lines, and which of the lines differ. */
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

/** Where one wanted line stands before one got line, only the differing middle is marked. */
function markPairs(lines: readonly ComparedLine[]): ComparedLine[] {
  const result = [...lines];
  for (let at = 0; at + 1 < result.length; at++) {
    const [wanted, got] = [result[at], result[at + 1]];
    if (
      wanted?.kind !== "wanted" ||
      got?.kind !== "got" ||
      result[at + 2]?.kind === "got" ||
      result[at - 1]?.kind === "wanted"
    )
      continue;
    const [a, b] = spelledOut(wanted.text, got.text);
    let head = 0;
    while (head < a.length && head < b.length && a[head] === b[head]) head++;
    let tail = 0;
    while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
    result[at] = { kind: "wanted", text: a, changed: [head, a.length - tail] };
    result[at + 1] = { kind: "got", text: b, changed: [head, b.length - tail] };
  }
  return result;
}

/** Texts that look alike, such as two normal forms of one word, are shown by their code points. */
function spelledOut(a: string, b: string): readonly [string, string] {
  if (a === b || a.normalize("NFKC") !== b.normalize("NFKC")) return [a, b];
  const spell = (text: string): string =>
    text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return [spell(a), spell(b)];
}
