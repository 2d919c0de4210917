/** Where a text stops being JSON (RFC 8259): the engine's own words do not always say. */

const token = /[\]{}[:,]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;
const escape = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

/** What may come next. */
type Expected = "value" | "value or ]" | "name" | "name or }" | ":" | ", or ]" | ", or }" | "end";

/** One sentence that names the line and what was wanted there, of a text that is no JSON. */
export function jsonFault(text: string): string {
  const { at, wanted } = firstFault(text);
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) line++;
  const column = at - text.lastIndexOf("\n", at - 1);
  const got = at >= text.length ? "the end of the file" : "something else";
  return `line ${String(line)}, column ${String(column)}: it is no JSON: wanted ${wanted}; got ${got}`;
}

function firstFault(text: string): { readonly at: number; readonly wanted: string } {
  const open: ("]" | "}")[] = [];
  let expected: Expected = "value";
  for (let at = 0; ;) {
    at = endOf(space, text, at) ?? at;
    if (expected === "end") return { at, wanted: "the end" };
    const isText = text[at] === '"';
    const end = isText ? endOfText(text, at) : endOf(token, text, at);
    if (end === undefined) return { at, wanted: words(expected) };
    if (end < 0) return { at: -end, wanted: "the rest of a text in quotes" };
    const next = following(expected, isText ? '"' : text.slice(at, Math.min(end, at + 1)), open);
    if (next === undefined) return { at, wanted: words(expected) };
    expected = next;
    at = end;
  }
}

/** What follows a token, by its first character; undefined where it may not stand here. */
function following(expected: Expected, first: string, open: ("]" | "}")[]): Expected | undefined {
  if (first === ":") return expected === ":" ? "value" : undefined;
  if (first === ",") return expected === ", or ]" ? "value" : expected === ", or }" ? "name" : undefined;
  if (first === "]" || first === "}") {
    const closes = first === "]" ? ["value or ]", ", or ]"] : ["name or }", ", or }"];
    if (!closes.includes(expected)) return undefined;
    open.pop();
    return behindValue(open);
  }
  if (expected === "name" || expected === "name or }") return first === '"' ? ":" : undefined;
  if (expected !== "value" && expected !== "value or ]") return undefined;
  if (first !== "[" && first !== "{") return behindValue(open);
  open.push(first === "[" ? "]" : "}");
  return first === "[" ? "value or ]" : "name or }";
}

function behindValue(open: readonly ("]" | "}")[]): Expected {
  const within = open.at(-1);
  return within === undefined ? "end" : within === "]" ? ", or ]" : ", or }";
}

/** Behind the closing quote; where the text breaks off or breaks the rules, the place of that, negative. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -at;
    if (code !== 0x5c) continue;
    const end = endOf(escape, text, at + 1);
    if (end === undefined) return -at;
    at = end - 1;
  }
  return -text.length;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function words(expected: Expected): string {
  const quoted: { readonly [one in Expected]: string } = {
    value: "a value",
    "value or ]": 'a value or "]"',
    name: "a name in quotes",
    "name or }": 'a name in quotes or "}"',
    ":": '":"',
    ", or ]": '"," or "]"',
    ", or }": '"," or "}"',
    end: "the end",
  };
  return quoted[expected];
}
