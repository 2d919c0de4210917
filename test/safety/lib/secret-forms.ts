/** The ways in which a service may repeat a secret: what programmers, log lines and debug pages do to a text. */

const bytesOf = (text: string): number[] => [...Buffer.from(text)];
const hexOf = (octet: number): string => octet.toString(16).padStart(2, "0");
const escapedUnits = (text: string, form: (unit: string) => string): string =>
  Array.from({ length: text.length }, (_, at) => form(text.charCodeAt(at).toString(16).padStart(4, "0"))).join("");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const wrapped = (text: string, width: number, by: string): string =>
  text.replace(new RegExp(`(.{${String(width)}})(?=.)`, "gs"), (line) => line + by);
const percent = (text: string): string =>
  bytesOf(text)
    .map((octet) => `%${hexOf(octet)}`)
    .join("");
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const json = (text: string): string => JSON.stringify(text);
const hex = (text: string): string => Buffer.from(text).toString("hex");

type Form = (secret: string) => string;

/** Forms of their own. */
const single: Readonly<Record<string, Form>> = {
  plain: (s) => s,
  "in upper case": (s) => s.toUpperCase(),
  "in lower case": (s) => s.toLowerCase(),
  "with the case swapped": (s) =>
    [...s].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(""),
  backwards: (s) => [...s].reverse().join(""),
  "with spaces between": (s) => [...s].join(" "),
  "with dashes between": (s) => [...s].join("-"),
  "with zero-width spaces as entities between": (s) => [...html(s).replace(/&\w+;/g, " ")].join("&zwsp;"),
  "over lines of ten": (s) => wrapped(s, 10, "\n"),
  "over lines of mail": (s) => wrapped(s, 10, "\r\n "),
  "in JSON": json,
  "in JSON of JSON": (s) => json(json(s)),
  "in JSON with escaped slashes": (s) => json(s).replaceAll("/", "\\/"),
  "in JSON of units": (s) => `"${escapedUnits(s, (unit) => `\\u${unit}`)}"`,
  "in units of upper case": (s) => escapedUnits(s, (unit) => `\\u${unit.toUpperCase()}`),
  "in code points with braces": (s) => [...s].map((c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`).join(""),
  "in units of a URL": (s) => escapedUnits(s, (unit) => `%u${unit}`),
  "in a string of bytes": (s) =>
    bytesOf(s)
      .map((octet) => `\\x${hexOf(octet)}`)
      .join(""),
  "in octal": (s) =>
    bytesOf(s)
      .map((octet) => `\\${octet.toString(8).padStart(3, "0")}`)
      .join(""),
  "URL-encoded": encodeURIComponent,
  "URL-encoded whole": percent,
  "URL-encoded in upper case": (s) => percent(s).toUpperCase(),
  "URL-encoded twice": (s) => encodeURIComponent(encodeURIComponent(s)),
  "URL-encoded three times": (s) => encodeURIComponent(encodeURIComponent(encodeURIComponent(s))),
  "in a form": (s) => new URLSearchParams({ text: s }).toString(),
  "in HTML": html,
  "in HTML twice": (s) => html(html(s)),
  "in entities by number": (s) => [...s].map((c) => `&#${String(c.codePointAt(0))};`).join(""),
  "in entities by number with zeros": (s) =>
    [...s].map((c) => `&#${String(c.codePointAt(0)).padStart(7, "0")};`).join(""),
  "in entities in hexadecimal": (s) => [...s].map((c) => `&#x${(c.codePointAt(0) ?? 0).toString(16)};`).join(""),
  "in entities without their end": (s) =>
    [...s]
      .map((c) => `&#${String(c.codePointAt(0))} `)
      .join("")
      .trimEnd(),
  "quoted-printable": (s) =>
    bytesOf(s)
      .map((octet) => `=${hexOf(octet).toUpperCase()}`)
      .join(""),
  "quoted-printable over lines": (s) => wrapped(s.replaceAll("=", "=3D"), 9, "=\r\n"),
  base64,
  "base64 at offset 1": (s) => base64(`x${s}`),
  "base64 at offset 2": (s) => base64(`xy${s}z`),
  base64url: (s) => Buffer.from(`?${s}`).toString("base64url"),
  "base64 over lines": (s) => wrapped(base64(s), 12, "\r\n"),
  "base64 over lines in JSON": (s) => json(wrapped(base64(s), 12, "\n")),
  "base64 with escaped slashes": (s) => base64(s).replaceAll("/", "\\/"),
  "base64, URL-encoded": (s) => encodeURIComponent(base64(s)),
  "base64 in lower case": (s) => base64(s).toLowerCase(),
  "base64 behind letters": (s) => `abc${base64(s)}`,
  "base64 of base64": (s) => base64(base64(s)),
  "base64 of base64 of base64": (s) => base64(base64(base64(s))),
  "base64 of JSON": (s) => base64(json({ p: s } as never)),
  "base64 of hexadecimal": (s) => base64(hex(s)),
  "base64 of URL encoding": (s) => base64(percent(s)),
  "base64 of HTML": (s) => base64(html(s)),
  "base64 of UTF-16": (s) => Buffer.from(s, "utf16le").toString("base64"),
  "base64 backwards": (s) => [...base64(s)].reverse().join(""),
  "a header of basic authentication": (s) => `Basic ${base64(`someone:${s}`)}`,
  "the payload of a token": (s) =>
    `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ exp: 1, deep: { seen: s } })).toString("base64url")}.`,
  hexadecimal: hex,
  "hexadecimal in upper case": (s) => hex(s).toUpperCase(),
  "hexadecimal with spaces": (s) => bytesOf(s).map(hexOf).join(" "),
  "hexadecimal with colons": (s) => bytesOf(s).map(hexOf).join(":"),
  "hexadecimal with 0x": (s) =>
    bytesOf(s)
      .map((octet) => `0x${hexOf(octet)}`)
      .join(", "),
  "hexadecimal over lines": (s) => wrapped(hex(s), 16, "\n"),
  "hexadecimal of a database": (s) => `\\x${hex(s)}`,
  "hexadecimal behind a digit": (s) => `1${hex(s)}`,
  "hexadecimal of base64": (s) => hex(base64(s)),
  "hexadecimal of UTF-16": (s) => Buffer.from(s, "utf16le").toString("hex"),
  "numbers of its bytes": (s) => JSON.stringify(bytesOf(s)),
  "numbers of its bytes over lines": (s) => JSON.stringify(bytesOf(s), undefined, 2),
  "numbers with spaces": (s) => bytesOf(s).join(" "),
  "signed numbers": (s) => JSON.stringify([...new Int8Array(Buffer.from(s))]),
  "a buffer of Node": (s) => JSON.stringify(Buffer.from(s)),
  "an array of bytes by index": (s) => JSON.stringify(new Uint8Array(Buffer.from(s))),
  "code points": (s) => JSON.stringify([...s].map((c) => c.codePointAt(0))),
  "binary digits": (s) =>
    bytesOf(s)
      .map((octet) => octet.toString(2).padStart(8, "0"))
      .join(" "),
  "a list of characters": (s) => JSON.stringify([...s]),
  "UTF-16": (s) => Buffer.from(s, "utf16le").toString("latin1"),
  "UTF-16 in JSON": (s) => json(Buffer.from(s, "utf16le").toString("latin1")),
  "in a string of PHP": (s) => `s:${String(Buffer.byteLength(s))}:"${s}";`,
  "cut by a fifth": (s) => `${s.slice(0, Math.ceil(s.length * 0.8))}…`,
};

/** What programs do once more with what they got. */
const outer: Readonly<Record<string, Form>> = {
  "in JSON": json,
  "URL-encoded": encodeURIComponent,
  base64,
  hexadecimal: hex,
  "in HTML": html,
};

/** Each form by its name, and each once more in another. */
export const secretForms: ReadonlyMap<string, Form> = new Map([
  ...Object.entries(single),
  ...Object.entries(single).flatMap(([name, form]) =>
    Object.entries(outer).map(([also, again]): [string, Form] => [`${name}, ${also}`, (s) => again(form(s))]),
  ),
]);
