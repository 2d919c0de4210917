import type { Json } from "../core/json.ts";
import type { FaultEntries } from "./fault.ts";
import { actions, input, legacyCreations, legacyState, links, state } from "./data-makers.ts";

const entities: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" };

/** Faults in keeping and showing texts of the business data. */
export const dataTexts: FaultEntries<"data"> = {
  "data/accents-are-lost-in-the-legacy-state": legacyState.texts(
    "The legacy state shows letters without their accents.",
    ["DATA-07", "EQUIV-01"],
    (text) => text.normalize("NFD").replace(/\p{Mn}/gu, ""),
  ),
  "data/backslashes-are-dropped": input.texts("Backslashes in texts are dropped.", "DATA-01", (text) =>
    text.replaceAll("\\", ""),
  ),
  "data/compatible-characters-are-folded-in-links": links.texts(
    "Links show ligatures, full-width letters and the like as their plain counterparts.",
    ["DATA-07", "DETAILS-07"],
    (text) => text.normalize("NFKC"),
  ),
  "data/control-characters-are-dropped": input.texts(
    "Control characters other than tabs and line ends are dropped.",
    "DATA-01",
    (text) => text.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ""),
  ),
  "data/dates-become-times": input.texts("Dates such as `2024-02-29` get a time of day.", "DATA-01", (text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text,
  ),
  "data/digits-in-texts-become-numbers": input.texts(
    "Texts of digits, such as `007`, become numbers.",
    "DATA-01",
    (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
  ),
  "data/direction-marks-are-stripped": input.texts(
    "Marks of writing direction are stripped from texts.",
    "DATA-07",
    (text) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""),
  ),
  "data/emoji-become-question-marks": input.texts(
    "Characters beyond the basic plane become question marks.",
    "DATA-07",
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
  ),
  "data/empty-texts-become-null-in-the-state": state.texts(
    "The state shows null for an empty text.",
    ["DATA-06", "STATE-03"],
    (text) => (text === "" ? null : text),
  ),
  "data/html-is-escaped": input.texts("Texts are escaped for HTML.", "DATA-01", (text) =>
    text.replace(/[<>&"']/g, (character) => entities[character] ?? character),
  ),
  "data/leap-days-become-the-first-of-march": input.texts(
    "The 29th of February becomes the 1st of March.",
    "DATA-01",
    (text) => text.replace(/^(\d{4})-02-29/, "$1-03-01"),
  ),
  "data/legacy-creation-reads-latin-1": legacyCreations.texts(
    "The legacy creation reads UTF-8 as ISO 8859-1.",
    ["DATA-07", "EQUIV-06"],
    (text) => Buffer.from(text, "utf8").toString("latin1"),
  ),
  "data/line-ends-become-lf": input.texts("Line ends in texts become LF.", "DATA-01", (text) =>
    text.replaceAll("\r\n", "\n"),
  ),
  "data/no-break-spaces-become-spaces": input.texts(
    "No-break spaces become plain ones.",
    ["DATA-07", "DATA-01"],
    (text) => text.replaceAll("\u00a0", " "),
  ),
  "data/percent-signs-are-decoded": input.texts("Texts are decoded as if they came in a URL.", "DATA-01", (text) =>
    text.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape)),
  ),
  "data/plus-signs-become-spaces": input.texts("Plus signs in texts become spaces.", "DATA-01", (text) =>
    text.replaceAll("+", " "),
  ),
  "data/quotes-are-doubled": input.texts("Single quotes in texts are doubled.", "DATA-01", (text) =>
    text.replaceAll("'", "''"),
  ),
  "data/runs-of-spaces-collapse": input.texts("Several spaces in a row become one.", "DATA-01", (text) =>
    text.replace(/ {2,}/g, " "),
  ),
  "data/spaces-at-the-ends-are-trimmed": input.texts("Texts lose their white space at the ends.", "DATA-01", (text) =>
    text.trim(),
  ),
  "data/tabs-become-spaces": input.texts("Tabs in texts become spaces.", "DATA-01", (text) =>
    text.replaceAll("\t", " "),
  ),
  "data/tags-are-stripped-in-links": links.texts(
    "Links show texts without what looks like a tag.",
    ["DATA-01", "DETAILS-07"],
    (text) => text.replace(/<[^>]*>/g, ""),
  ),
  "data/texts-are-cut-at-255": input.texts("Texts are cut after 255 characters.", "DATA-08", (text) =>
    text.slice(0, 255),
  ),
  "data/texts-are-cut-at-4096-in-the-state": state.texts(
    "The state shows texts up to 4096 characters.",
    ["DATA-08", "STATE-03"],
    (text) => text.slice(0, 4096),
  ),
  "data/texts-are-cut-at-65535-in-links": links.texts(
    "Links show texts up to 65535 characters.",
    ["DATA-08", "DETAILS-07"],
    (text) => text.slice(0, 65_535),
  ),
  "data/texts-are-decomposed": actions.texts(
    "Texts are kept in normal form D, whatever form was sent.",
    "DATA-07",
    (text) => text.normalize("NFD"),
  ),
  "data/texts-are-normalised": input.texts(
    "Texts are stored in normal form C, whatever form was sent.",
    "DATA-07",
    (text) => text.normalize("NFC"),
  ),
  "data/texts-end-at-the-first-emoji": actions.texts(
    "In actions a text ends before its first character beyond the basic plane.",
    "DATA-07",
    (text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, ""),
  ),
  "data/texts-of-json-are-parsed": input.texts(
    "A text that holds a JSON object or array becomes what it spells.",
    "DATA-01",
    (text) => {
      try {
        return /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : text;
      } catch {
        return text;
      }
    },
  ),
  "data/the-word-null-becomes-null": input.texts("The text `null` becomes null.", "DATA-01", (text) =>
    /^null$/i.test(text) ? null : text,
  ),
  "data/times-are-written-anew": input.texts(
    "Times such as `2024-02-29T12:00:00Z` are written anew, in UTC and with milliseconds.",
    "DATA-01",
    (text) => {
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text;
      return new Date(text).toISOString();
    },
  ),
  "data/words-become-booleans": input.texts("The texts `true` and `false` become booleans.", "DATA-01", (text) =>
    /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text,
  ),
  "data/zero-width-characters-are-stripped": input.texts(
    "Characters without width are stripped from texts.",
    "DATA-07",
    (text) => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ""),
  ),
};
