/** Texts that were spoilt on their way, as no service would write them to keep a text from a reader. */
const beyondAscii = /[^\0-\x7f]/gu;

/** Each a text as it comes out where it is read, kept or written in a wrong way. */
const ways: readonly ((text: string) => string)[] = [
  (text) => Buffer.from(text, "utf8").toString("latin1"),
  (text) => new TextDecoder("windows-1252").decode(Buffer.from(text, "utf8")),
  (text) => text.replace(beyondAscii, "?"),
  (text) => text.replace(beyondAscii, "\ufffd"),
  (text) => text.replace(beyondAscii, ""),
  (text) => text.trim(),
  (text) => text.trimStart(),
  (text) => text.trimEnd(),
  (text) => text.replace(/\s+/gu, " "),
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFD"),
  (text) => text.normalize("NFKC"),
  (text) => text.normalize("NFD").replace(/\p{M}/gu, ""),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign),
];

/** True for another text than was sent that is still that text, but for its letters or blanks. */
export function isSpoilt(sent: string, shown: string): boolean {
  return shown !== sent && shown !== "" && ways.some((way) => way(sent) === shown);
}
