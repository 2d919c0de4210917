/** A multipart body as text for people: the text parts whole, of each file its name, type, size and digest. */
import type { FilePart, TextPart } from "./multipart.ts";

const maxTextLength = 65_536;

export function multipartOutline(texts: readonly TextPart[], files: readonly FilePart[]): string {
  const lines = texts.map(({ name, text }) => `${name}: ${cut(text)}`);
  for (const { name, fileName, contentType, bytes, sha256 } of files) {
    const file = fileName === null ? "no file name" : `file name ${JSON.stringify(fileName)}`;
    const size = `${String(bytes.length)} bytes, sha256 ${sha256}`;
    lines.push(`${JSON.stringify(name)}: ${file}, ${contentType}, ${size}`);
  }
  return lines.join("\n");
}

/**
 * The text parts of an outline, of a body with so many files: name and text of each. A text may hold line breaks; what
 * begins no part belongs to the part before.
 */
export function textsOfOutline(outline: string, files: number): readonly (readonly [name: string, text: string])[] {
  const parts: [string, string][] = [];
  for (const line of outline.split("\n").slice(0, files === 0 ? undefined : -files)) {
    const [, name, text] = /^(traceInput|actionKey|workflowId|groupLabel|body): ([^]*)$/.exec(line) ?? [];
    const last = parts.at(-1);
    if (name !== undefined) parts.push([name, text ?? ""]);
    else if (last) last[1] += `\n${line}`;
  }
  return parts;
}

/** True for a text of which an outline holds the beginning alone. */
export function isCut(text: string): boolean {
  return text.length > maxTextLength && / characters in all\)$/.test(text);
}

function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength)}… (${String(text.length)} characters in all)`;
}
