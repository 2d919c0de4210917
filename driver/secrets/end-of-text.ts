/** Texts in a JSON document, found without reading the document. */

/** Where the text that opens at `start` ends: behind its closing quote, or with the document. */
export function endOfText(document: string, start: number): number {
  for (let at = start + 1; at < document.length; at++) {
    if (document[at] === "\\") at++;
    else if (document[at] === '"') return at + 1;
  }
  return document.length;
}
