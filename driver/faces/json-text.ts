/** A JSON document as text, spelled as a step wants it. Whatever the spelling, the document is the same (RFC 8259). */
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonSpelling } from "../../spec/vocabulary/script.ts";

export function jsonText(document: Json | object, spelling?: JsonSpelling): string {
  switch (spelling) {
    case undefined:
      return JSON.stringify(document);
    case "lines":
      return ` ${JSON.stringify(document, null, 2)}\n`;
    case "tabs":
      return JSON.stringify(reversed(document), null, "\t").replaceAll("\n", "\r\n");
    case "escaped":
      return JSON.stringify(document).replace(/[/<>&'\u007f-\uffff]/g, escapeOf);
    case "units":
      return JSON.stringify(document).replace(/:("(?:[^"\\]|\\.)*")/g, (_, text: string) => {
        return `:"${unitsOf(JSON.parse(text) as string)}"`;
      });
    case "fractions":
      return JSON.stringify(document).replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
        /^-?\d+$/.test(token) ? `${token}.0` : token,
      );
  }
}

/** A text as it stands between its quotes where JSON is spelled so. */
export function textInJson(text: string, spelling?: JsonSpelling): string {
  return jsonText({ text }, spelling)
    .replace(/^\s*\{\s*"text"\s*:\s*"/, "")
    .replace(/"\s*\}\s*$/, "");
}

/** With the members of the document itself in the other order. */
function reversed(document: Json | object): Json | object {
  return isJsonObject(document) ? Object.fromEntries(Object.entries(document).toReversed()) : document;
}

function unitsOf(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

/** Digits of either case, as writers of JSON differ in it. */
function escapeOf(character: string): string {
  if (character === "/") return "\\/";
  const digits = character.charCodeAt(0).toString(16).padStart(4, "0");
  return `\\u${character.charCodeAt(0) % 2 === 0 ? digits : digits.toUpperCase()}`;
}
