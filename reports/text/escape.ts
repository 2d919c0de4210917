/** Text that a target controls, made harmless for the place where it is shown. */

/** C0, DEL, C1, line and paragraph separators, bidirectional controls, invisible fillers, lone surrogates, noncharacters. */
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]|\p{Surrogate}/gu;

/** One line in which every control character is visible, such as `\x1b`; it cannot move a cursor or reorder text. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** Like `printable`, but line ends and tabs stay. */
export function printableLines(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split("\t").map(printable).join("\t"))
    .join("\n");
}

/** For XML 1.0 text and attribute values: characters that XML cannot hold become visible escapes. */
export function xml(text: string): string {
  return printableLines(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** For an XML attribute: as `xml`, and line ends survive the normalisation of attribute values. */
export function xmlAttribute(text: string): string {
  return xml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

/** For a line of Markdown: no markup, no HTML, no table break, no mention or link by accident. */
export function markdown(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]()#+!|~>@:]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("<", "&lt;")
    .replace(/\bwww\./gi, "www&#46;");
}

/** A fenced block of Markdown that its content cannot end. */
export function markdownBlock(text: string, language = ""): string {
  const safe = printableLines(text);
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

/** JSON that can stand inside an HTML `script` element. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** For HTML text in which `backticks` mark code. */
export function htmlWithCode(text: string): string {
  return html(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** For HTML text and attribute values. */
export function html(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A message with its UUIDs and digests cut to their beginning, for a line on which there is no room for them. */
export function abbreviate(message: string): string {
  return message
    .replace(/\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "$1…")
    .replace(/\b([0-9a-f]{8})[0-9a-f]{24,}\b/gi, "$1…");
}

/** The text, or its beginning with `…`, in at most `limit` characters; never half a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Where sentences of a text end that others follow, each behind its last character. */
export function sentenceEnds(text: string): readonly number[] {
  return [...text.matchAll(/[.!?]["'`)]{0,2}(?= [A-Z`])/g)].map(({ index, 0: end }) => index + end.length);
}

/** As `shorten`, at the end of a sentence where there is one: half a remedy is none. */
export function shortenAtSentence(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = sentenceEnds(text.slice(0, limit)).findLast((at) => at <= limit - 2);
  return end === undefined ? shorten(text, limit) : `${text.slice(0, end)} …`;
}

/**
 * The text with its middle left out, in at most `limit` characters: a message names the request first and what came of
 * it, such as a status, last, and both have to stay.
 */
export function shortenMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.ceil((limit - 3) * 0.6);
  const head = text.slice(0, limit - 3 - tail).replace(/[\ud800-\udbff]$/, "");
  return `${head} … ${text.slice(-tail).replace(/^[\udc00-\udfff]/, "")}`;
}
