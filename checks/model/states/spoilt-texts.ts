/** Recognises texts that were corrupted on their way; no service would hide a text in such a way. */
const beyondAscii = /[^\0-\x7f]/gu;

/** Each returns a text as it looks after being read, stored or written wrongly. */
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

/** True for a text that is the sent one in corrupted form. */
export function isSpoilt(sent: string, shown: string): boolean {
  return shown !== sent && shown !== "" && ways.some((way) => way(sent) === shown);
}
