/**
 * The first fault of a YAML text: where it is, what is wanted there, and the lines that show it. The parser tells one slip
 * of an indentation in up to five ways, the first of them often a line early; whatever follows from it is left out.
 */
import type { LineCounter, YAMLParseError } from "yaml";

export interface YamlFault {
  /** From 1. */
  readonly line: number;
  /** From 1; absent where the whole line is meant. */
  readonly column?: number;
  readonly message: string;
  /** What should stand there; absent where nobody can say. */
  readonly wanted?: string;
  /** The line itself, with the one before it where it is about both; values that may be secret are left out. */
  readonly shown?: readonly string[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export function firstFaultOf(errors: readonly YAMLParseError[], text: string, counter: LineCounter): YamlFault {
  const lines = text.split(/\r?\n/);
  const first = toldFirst(errors.toSorted((one, other) => one.pos[0] - other.pos[0]));
  if (!first) return { line: 1, message: "it is no YAML" };
  const { line, col: column } = counter.linePos(first.pos[0]);
  const at = (number: number): string => lines[number - 1] ?? "";
  const fault = (place: Place, message: string, wanted: string, isOfBoth = false): YamlFault => {
    const before = isOfBoth ? lineBefore(lines, place.line) : undefined;
    const shown = [...(before === undefined ? [] : [before]), place.line].map((number) => excerpt(number, at(number)));
    return { ...place, message, wanted, shown };
  };
  const begins = (number: number): Place => ({ line: number, column: indentOf(at(number)) + 1 });
  const misplaced = (number: number): YamlFault => {
    const before = lineBefore(lines, number);
    const columns = `column ${String(begins(number).column)}${before === undefined ? "" : `, line ${String(before)} in column ${String(begins(before).column)}`}`;
    return fault(begins(number), `a line that begins in ${columns}`, sameColumn, true);
  };
  const close = closeOf(first);
  const opened = close === undefined ? undefined : unclosedBefore(text.slice(0, first.pos[0]), close);
  if (close !== undefined && opened !== undefined) {
    const { line: opens, col } = counter.linePos(opened);
    return fault({ line: opens, column: col }, "a bracket that nothing closes", `a ${close} at its end`);
  }
  switch (first.code) {
    case "TAB_AS_INDENT":
      return fault({ line, column }, "a tab", "spaces before the first word of a line");
    case "BAD_INDENT":
      return misplaced(line);
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY": {
      const next = lineAfter(lines, line);
      const isDeeper = next !== undefined && indentOf(at(next)) > indentOf(at(line));
      if (first.code === "BLOCK_AS_IMPLICIT_KEY" && isDeeper && /:\s+\S/.test(at(line))) return misplaced(next);
      if (first.code === "BLOCK_AS_IMPLICIT_KEY")
        return fault(
          { line, column },
          `a value with ": " in it`,
          "quotes around the value, or the next key on a line of its own",
        );
      return fault(begins(line), "a line without a colon and a space", "a key, a colon and a space (`key: value`)");
    }
    case "BAD_SCALAR_START":
      return fault(
        { line, column },
        `a value that begins with ${at(line).charAt(column - 1)}`,
        "quotes around the value",
      );
    case "MISSING_CHAR": {
      const quote = /closing (["'])quote/.exec(first.message)?.[1];
      const quoted = quote === undefined ? undefined : oddQuoteBefore(lines, line, quote);
      if (/^Missing , /.test(first.message))
        return fault({ line, column }, "an entry right behind another", "a comma between the two", true);
      if (quote !== undefined && quoted) return fault(quoted, "a quote that nothing closes", `a ${quote} at its end`);
      return misplaced(line);
    }
    case "UNEXPECTED_TOKEN": {
      const end = text.charAt(first.pos[0]);
      if (end !== "}" && end !== "]") break;
      return fault({ line, column }, `a ${end} that closes nothing`, `a ${end === "}" ? "{" : "["} before it`);
    }
    default:
  }
  return { line, column, message: first.message, shown: [excerpt(line, at(line))] };
}

/** Of faults in their order: where a bracket stays open, what is in it is no map as it would be outside of brackets. */
function toldFirst(inOrder: readonly YAMLParseError[]): YAMLParseError | undefined {
  const [first] = inOrder;
  const isOfMap = first?.code === "MULTILINE_IMPLICIT_KEY" || first?.code === "BLOCK_IN_FLOW";
  return (isOfMap ? inOrder.find((error) => closeOf(error) !== undefined) : undefined) ?? first;
}

/** The bracket that is missed; undefined for other faults. */
function closeOf({ message }: YAMLParseError): string | undefined {
  return /^Flow (?:map|sequence) .*end with a ([}\]])/.exec(message)?.[1];
}

const sameColumn = "all keys of one level, and all dashes of one list, in the same column";

const indentOf = (line: string): number => line.length - line.trimStart().length;

const says = (line: string | undefined): boolean => line !== undefined && /^\s*[^\s#]/.test(line);

/** The nearest line above that is neither empty nor a comment. */
function lineBefore(lines: readonly string[], line: number): number | undefined {
  for (let number = line - 1; number >= 1; number--) if (says(lines[number - 1])) return number;
  return undefined;
}

function lineAfter(lines: readonly string[], line: number): number | undefined {
  for (let number = line + 1; number <= lines.length; number++) if (says(lines[number - 1])) return number;
  return undefined;
}

/** Where the last bracket of this kind stands that the text opens and does not close; those in quotes are none. */
function unclosedBefore(text: string, close: string): number | undefined {
  const open = close === "}" ? "{" : "[";
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g, (quoted) => " ".repeat(quoted.length));
  let closed = 0;
  for (let at = bare.length - 1; at >= 0; at--) {
    if (bare[at] === close) closed += 1;
    else if (bare[at] === open && --closed < 0) return at;
  }
  return undefined;
}

/** The first line with a quote that its own line does not close. */
function oddQuoteBefore(lines: readonly string[], line: number, quote: string): Place | undefined {
  for (let number = 1; number <= Math.min(line, lines.length); number++) {
    const text = (lines[number - 1] ?? "").replaceAll("\\\\", "  ").replaceAll('\\"', "  ");
    if (text.split(quote).length % 2 === 0) return { line: number, column: text.lastIndexOf(quote) + 1 };
  }
  return undefined;
}

const maxShown = 120;

/** Behind these words stands what nobody else may see; a long word may be a piece of it. */
const secretBehind = /password|private-?key|token|secret|authorization|api-?key|cookie|proxy/i;
const longWord = /[\w+/=.-]{30,}/g;

function excerpt(number: number, line: string): string {
  const word = secretBehind.exec(line);
  const open = word ? `${line.slice(0, word.index + word[0].length)} …` : line.slice(0, maxShown * 10);
  return `${String(number).padStart(5)} | ${open.replaceAll(longWord, "…").replaceAll("\t", "→").slice(0, maxShown)}`;
}
