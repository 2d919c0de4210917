/** Files of unusual content under ordinary names. */
import type { ContentSpec } from "../../../spec/vocabulary/script.ts";
import { type FileTrait, fileOf } from "../file-trait.ts";

const base64 = (bytes: readonly number[]): ContentSpec => ({ base64: btoa(String.fromCharCode(...bytes)) });
const kib64 = 65_536;

const plain: Readonly<Record<string, ContentSpec>> = {
  text: { text: "A plain text file.\nWith two lines.\n" },
  "every-byte": { everyByte: 2 },
  "invalid-utf8": base64([0xff, 0xfe, 0xc3, 0x28, 0x80, 0xe2, 0x82, 0xf0, 0x9f]),
  binary: { bytes: 3_001, seed: 7 },
};

const unusual: Readonly<Record<string, ContentSpec>> = {
  empty: { text: "" },
  "one-byte": { text: "x" },
  "one-nul": base64([0]),
  "one-newline": { text: "\n" },
  crlf: { text: "one\r\ntwo\r\n\r\nthree\r\n" },
  "ends-crlf": { text: "ends\r\n" },
  "starts-crlf": { text: "\r\nstarts" },
  spaces: { text: "  spaces at both ends  " },
  bom: base64([0xef, 0xbb, 0xbf, 0x61, 0x62]),
  utf16: base64([0xff, 0xfe, 0x61, 0x00, 0x62, 0x00]),
  unicode: { text: "é e\u0301 漢字 😀" },
  zip: base64([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, 0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]),
  gzip: base64([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  // Of one pixel, and whole: who makes pictures anew can read it.
  png: {
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  },
  html: { text: "<!doctype html><script>alert(1)</script>" },
  json: { text: '{"error":null,"data":{"state":{}}}' },
  "json-null": { text: "null" },
  base64: { text: "aGVsbG8gd29ybGQ=" },
  hex: { text: "68656c6c6f" },
  "64k-minus-1": { bytes: kib64 - 1, seed: 11 },
  "64k": { bytes: kib64, seed: 12 },
  "64k-plus-1": { bytes: kib64 + 1, seed: 13 },
  // Long enough that sending it packed is worth the while.
  "text-8k": { text: "A line of a text that says the same over and over.\n".repeat(160) },
  // In Latin-1: who looks at the beginning alone takes it for UTF-8.
  "latin-1": { base64: btoa(`${"A line without an accent.\n".repeat(340)}Gr\u00fc\u00dfe, \u00a3 5, voil\u00e0\n`) },
  dashes: { text: "--" },
  boundary: { text: "\r\n--boundary--\r\n------WebKitFormBoundary\r\nContent-Disposition: form-data\r\n\r\n--" },
  "crlf-dashes": { text: "CRLF\r\n--\r\n----\r\n" },
};

/** Ends of names that go with a content; what is not named is `.bin`. */
const extensions: Readonly<Record<string, string>> = {
  crlf: "csv",
  "ends-crlf": "txt",
  "starts-crlf": "md",
  spaces: "txt",
  bom: "csv",
  utf16: "txt",
  unicode: "md",
  zip: "zip",
  gzip: "gz",
  png: "png",
  html: "html",
  json: "json",
  "json-null": "json",
  base64: "txt",
  hex: "txt",
  "text-8k": "txt",
  "latin-1": "txt",
};

export const contentTraits: readonly FileTrait[] = [
  ...Object.entries(plain).map(([name, content]) => ({
    trait: `file.${name}`,
    plain: true,
    files: [fileOf(name, content)],
  })),
  ...Object.entries(unusual).map(([name, content]) => ({
    trait: `file.${name}`,
    plain: false,
    files: [fileOf(name, content, { fileName: `${name}.${extensions[name] ?? "bin"}` })],
  })),
  { trait: "file.1280-kib", plain: false, heavy: true, files: [fileOf("1280-kib", { bytes: 1_310_720, seed: 15 })] },
  { trait: "file.2-mib", plain: false, heavy: true, files: [fileOf("2-mib", { bytes: 2_097_152, seed: 14 })] },
];
