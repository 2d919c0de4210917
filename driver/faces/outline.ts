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

function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength)}… (${String(text.length)} characters in all)`;
}
