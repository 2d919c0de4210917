/** Texts of well-known formats, such as a VIN or an IBAN, with correct check digits. */
import type { Candidate } from "./candidate.ts";

/** Words that name a format, and texts of it. */
type Format = readonly [words: RegExp, texts: readonly string[]];

const formats: readonly Format[] = [
  [/\be-?mails?\b|\bmail\b/i, ["someone@example.com", "another@example.com"]],
  [/\b(?:vin|chassis(?: no| number)?)\b/i, ["1HGCM82633A004352", "1M8GDM9AXKP042788", "2T1BURHEXJC074213"]],
  [/\biban\b|\bbank account\b/i, ["DE89370400440532013000", "NL91ABNA0417164300", "FR1420041010050500013M02606"]],
  [/\b(?:bic|swift)\b/i, ["DEUTDEFF", "COBADEFFXXX"]],
  [/\bisbn(?:-?13)?\b/i, ["9780306406157", "978-0-306-40615-7", "0306406152"]],
  [/\bissn\b/i, ["0378-5955", "2049-3630"]],
  [
    /\b(?:ean|gtin|upc|barcode)(?:-?\d{1,2})?\b/i,
    ["4006381333931", "5901234123457", "10614141000415", "036000291452", "96385074"],
  ],
  [/\borcid\b/i, ["0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"]],
  [/\bdoi\b/i, ["10.5555/12345678", "10.5555/87654321"]],
  [/\blei\b/i, ["529900T8BM49AURSDO55", "5493001KJTIIGC8Y1R12"]],
  [/\bvat\b/i, ["DE136695976", "NL004495445B01"]],
  [/\beori\b/i, ["DE123456789012345"]],
  [/\b(?:iso ?6346|container (?:no|number|id|code))\b/i, ["CSQU3054383", "MSKU6011672"]],
  [/\bimo\b/i, ["9074729", "IMO9074729", "IMO 9074729"]],
  [/\b(?:un[ /-]?locode|locode|port code)\b/i, ["DEHAM", "NLRTM"]],
  [/\biata\b|\bairport\b/i, ["CDG", "HAM"]],
  [/\bicd(?:[- ]?10)?\b|\bdiagnos[ie]s\b/i, ["J45.0", "J45", "E11.9"]],
  [/\b(?:hs|tariff|commodity) ?(?:code|number)?\b/i, ["847130", "8471.30", "84713000"]],
  [/\bcas\b/i, ["7732-18-5", "64-17-5"]],
  [/\bun ?(?:no|number|code)\b/i, ["UN1203", "1203"]],
  [/\b(?:uuid|guid)\b/i, ["0b9d4c7e-52a1-4f6b-8d3e-7a1c5e9f2b40", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"]],
  [/\b(?:phone|telephone|mobile|tel)(?: no| number)?\b|\be\.164\b/i, ["+33123456789", "+4915112345678", "0123456789"]],
  [/\b(?:uri|url|link|website|homepage)\b/i, ["https://example.com/page", "https://example.org/other"]],
  [/\b(?:ipv4|ip)\b/i, ["192.0.2.1", "2001:db8::1"]],
  [/\b(?:host ?name|domain)\b/i, ["example.org"]],
  [/\bmac address\b/i, ["00:00:5E:00:53:01"]],
  [/\bcurrency\b|\biso ?4217\b/i, ["EUR", "USD"]],
  [/\bcountry\b|\biso ?3166\b|\bnationality\b/i, ["DE", "DEU", "FR", "Germany"]],
  [/\blanguage\b|\blocale\b/i, ["en", "en-GB", "eng"]],
  [/\btime ?zone\b/i, ["Europe/Paris"]],
  [/\b(?:post(?:al)? ?code|zip(?: code)?|postcode)\b/i, ["10115", "75001", "1012 AB", "SW1A 1AA"]],
  [/\b(?:licen[cs]e|number|registration) ?plate\b|\bplate\b/i, ["AB-123-CD", "B-AB 1234", "AB123CD", "AB12 CDE"]],
  [/\b(?:duration|iso ?8601 period)\b/i, ["P3D", "PT2H"]],
  [/\bmonth\b|\bperiod\b|\bYYYY-MM(?!-)/i, ["2026-03", "2026-04"]],
  [/\bquarter\b/i, ["2026-Q1", "2026Q1"]],
  [/\bweek\b/i, ["2026-W12"]],
  [/(?<!\b(?:this|the|a|any|same|at) )\btime\b(?! of\b)|\bHH:mm\b/i, ["09:30", "09:30:00"]],
  [/\bcolou?r\b/i, ["#336699", "red"]],
  [/\b(?:semver|version)\b/i, ["1.2.3"]],
  [/\bsha-?256\b|\bchecksum\b/i, ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]],
  [/\bcredit ?card\b|\bcard number\b/i, ["4111111111111111", "5555555555554444"]],
  [/\bbase ?64\b/i, ["VGV4dA=="]],
];

/** At most so many formats are tried. */
const maxFormats = 2;

/** Texts of the formats that these words name. */
export function formatsIn(words: string): readonly Candidate[] {
  return formats
    .filter(([known]) => known.test(words))
    .slice(0, maxFormats)
    .flatMap(([, texts]) => texts)
    .map((value) => ({ value, schema: { const: value } }));
}

/** The name of a member as separate words, e.g. `vehicleVin` and `vehicle_vin` as "vehicle Vin" and "vehicle vin". */
export const wordsOfName = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_.[\]-]+/g, " ");
