/**
 * What a text turns into when the encodings in it are undone: one layer of escapes, base64, hexadecimal and lists of
 * numbers. Each is a walk from the first byte to the last, so the time grows with the bytes alone.
 */
import { Bytes } from "./bytes.ts";
import { addTexts, isMostlyText, looksLikeTextSomewhere } from "./text-in-bytes.ts";

/** Characters of base64 fewer than these, or bytes in hexadecimal or numbers, hold no secret that is looked for. */
const least = { base64: 11, octets: 6 };

const [backslash, percent, ampersand, equals, semicolon, hash] = [0x5c, 0x25, 0x26, 0x3d, 0x3b, 0x23];
const escapeSigns = [backslash, percent, ampersand, equals];
const isEscapeSign = Uint8Array.from({ length: 256 }, (_, octet) => (escapeSigns.includes(octet) ? 1 : 0));

/** Every reading of the bytes in which at least one encoding is undone; empty where there is none in them. */
export function decodingsOf(bytes: Uint8Array): readonly Uint8Array[] {
  const { escapes, sextets, hexDigits, numbers, zeros } = signsOf(bytes);
  const found: Uint8Array[] = [];
  // One kind at a time: what follows a sign of one may be a plain part of a text that is escaped by another.
  // In bytes that are no text, each of them would seem to begin an escape.
  if (escapes && isMostlyText(bytes)) found.push(...escapeSigns.flatMap((sign) => withoutEscapes(bytes, sign) ?? []));
  if (sextets >= least.base64) found.push(...fromBase64(bytes));
  if (hexDigits >= 2 * least.octets) found.push(...fromHex(bytes));
  if (numbers >= least.octets) found.push(...fromNumbers(bytes));
  if (zeros > 0 && zeros * 4 >= bytes.length) found.push(bytes.filter((octet) => octet !== 0));
  return found.filter(({ length }) => length >= least.octets);
}

/** What tells in one walk which encodings can be in some bytes: most texts have too little of each. */
interface Signs {
  /** Whether a sign stands there that may begin an escape. */
  readonly escapes: boolean;
  /** Characters of the longest run of base64. */
  readonly sextets: number;
  /** Digits of the longest run in hexadecimal. */
  readonly hexDigits: number;
  /** Runs of decimal digits. */
  readonly numbers: number;
  /** Zeros, of which UTF-16 has one beside each character of a plain text. */
  readonly zeros: number;
}

function signsOf(bytes: Uint8Array): Signs {
  let [escapes, numbers, zeros] = [false, 0, 0];
  let [sextetsNow, sextetsMost, hexNow, hexMost] = [0, 0, 0, 0];
  let before = false;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at] ?? 0;
    const sextet = sextets[octet] ?? 65;
    if (sextet < 64) sextetsNow++;
    else if (sextet === 65) {
      if (sextetsNow > sextetsMost) sextetsMost = sextetsNow;
      sextetsNow = 0;
      if (isEscapeSign[octet] === 1) escapes = true;
    }
    const digit = digits[octet] ?? 18;
    if (digit < 16) hexNow++;
    else if (digit === 18) {
      if (hexNow > hexMost) hexMost = hexNow;
      hexNow = 0;
    }
    const isDecimal = digit < 10;
    if (isDecimal && !before) numbers++;
    before = isDecimal;
    if (octet === 0) zeros++;
  }
  return {
    ...{ escapes, numbers, zeros },
    ...{ sextets: Math.max(sextetsMost, sextetsNow), hexDigits: Math.max(hexMost, hexNow) },
  };
}

function hexDigit(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** The number that stands at a place, in so many hexadecimal digits; negative where there are fewer. */
function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index++) {
    const digit = hexDigit(bytes[index]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** A character that was escaped, and where the text goes on. */
interface Escaped {
  readonly code: number;
  readonly end: number;
  /** True for a byte of a text, which may be a part of a character. */
  readonly octet?: boolean;
}

/** Undoes the escapes of JSON and scripts, URLs, HTML and XML, or mail. Undefined where there is none. */
function withoutEscapes(bytes: Uint8Array, sign: number): Uint8Array | undefined {
  if (!bytes.includes(sign)) return undefined;
  // What stands for a character is never shorter than the character.
  const out = new Bytes(bytes.length);
  let [kept, high] = [0, 0];
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, Math.max(kept, at + 1))) {
    const escaped = escapeAt(bytes, at, sign);
    if (!escaped) continue;
    out.addAll(bytes.subarray(kept, at));
    kept = escaped.end;
    const { code } = escaped;
    if (escaped.octet) out.add(code);
    else if (code >= 0xd800 && code < 0xdc00) high = code;
    else if (code >= 0xdc00 && code < 0xe000) out.addCodePoint(0x10000 + ((high & 0x3ff) << 10) + (code & 0x3ff));
    else if (code >= 0) out.addCodePoint(code);
  }
  if (kept === 0) return undefined;
  out.addAll(bytes.subarray(kept));
  return out.whole();
}

function escapeAt(bytes: Uint8Array, at: number, octet: number): Escaped | undefined {
  if (octet === backslash) return backslashAt(bytes, at);
  if (octet === ampersand) return entityAt(bytes, at);
  if (octet === percent && (bytes[at + 1] ?? 0) === 0x75) return ofDigits(bytes, at + 2, 4);
  // A line of mail that goes on ends with an equals sign.
  if (octet === equals && bytes[at + 1] === 0x0a) return { code: -1, end: at + 2 };
  if (octet === equals && bytes[at + 1] === 0x0d) return { code: -1, end: at + (bytes[at + 2] === 0x0a ? 3 : 2) };
  const found = ofDigits(bytes, at + 1, 2);
  return found && { ...found, octet: true };
}

function ofDigits(bytes: Uint8Array, at: number, digits: number): Escaped | undefined {
  const code = hexAt(bytes, at, digits);
  return code < 0 ? undefined : { code, end: at + digits };
}

const controls = new Map(
  [..."bfnrtv0"].map((letter, index) => [letter.charCodeAt(0), [8, 12, 10, 13, 9, 11, 0][index]]),
);

function backslashAt(bytes: Uint8Array, at: number): Escaped | undefined {
  const next = bytes[at + 1];
  if (next === undefined) return undefined;
  if (next === 0x78) {
    const found = ofDigits(bytes, at + 2, 2);
    return found && { ...found, octet: true };
  }
  if (next === 0x75) return bytes[at + 2] === 0x7b ? inBraces(bytes, at + 3) : ofDigits(bytes, at + 2, 4);
  const octal = octalAt(bytes, at + 1);
  if (octal !== undefined) return { code: octal, end: at + 4, octet: true };
  const control = controls.get(next);
  return { code: control ?? next, end: at + 2, octet: true };
}

function octalAt(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + 3; index++) {
    const digit = (bytes[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) return undefined;
    value = value * 8 + digit;
  }
  return value < 256 ? value : undefined;
}

/** `\u{1F600}`. */
function inBraces(bytes: Uint8Array, at: number): Escaped | undefined {
  for (let end = at; end < at + 8; end++) {
    if (bytes[end] !== 0x7d) continue;
    const code = end === at ? -1 : hexAt(bytes, at, end - at);
    return code < 0 ? undefined : { code, end: end + 1 };
  }
  return undefined;
}

/** Named characters of HTML that stand on a keyboard. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", sol: "/", bsol: "\\", commat: "@", period: "." },
    ...{ lowbar: "_", hyphen: "-", dash: "-", excl: "!", num: "#", dollar: "$", percnt: "%", lpar: "(", rpar: ")" },
    ...{ ast: "*", plus: "+", comma: ",", colon: ":", semi: ";", equals: "=", quest: "?", lsqb: "[", rsqb: "]" },
    ...{ lbrack: "[", rbrack: "]", lcub: "{", rcub: "}", grave: "`", verbar: "|", vert: "|", hat: "^", tilde: "~" },
    ...{ newline: "\n", tab: "\t", zwsp: "", shy: "" },
  }),
);
const longestEntity = 12;

function entityAt(bytes: Uint8Array, at: number): Escaped | undefined {
  let end = at + 1;
  while (end < at + longestEntity && bytes[end] !== semicolon && isNameOctet(bytes[end])) end++;
  const name = String.fromCharCode(...bytes.subarray(at + 1, end));
  const after = bytes[end] === semicolon ? end + 1 : end;
  if (bytes[at + 1] === hash) {
    const text = name.slice(1).toLowerCase();
    const code = text.startsWith("x") ? Number.parseInt(text.slice(1), 16) : Number.parseInt(text, 10);
    return Number.isInteger(code) && code >= 0 ? { code, end: after } : undefined;
  }
  if (after === end) return undefined;
  const sign = names.get(name.toLowerCase());
  return sign === undefined ? undefined : { code: sign === "" ? -1 : sign.charCodeAt(0), end: after };
}

function isNameOctet(octet: number | undefined): boolean {
  if (octet === undefined) return false;
  const letter = octet | 0x20;
  return octet === hash || (octet >= 0x30 && octet <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

let reused = new Uint8Array(65_536);

/** Room for a walk, used by one after the other: nothing of it is kept. */
function scratch(length: number): Uint8Array {
  if (length > 16 * reused.length) return new Uint8Array(length);
  if (length > reused.length) reused = new Uint8Array(length);
  return reused;
}

/** The six bits of each character of both alphabets; 64 for what may stand between them, 65 for everything else. */
const sextets = new Uint8Array(256).fill(65);
for (const [value, sign] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  sextets[sign.charCodeAt(0)] = value;
for (const sign of "\n\r\t \0") sextets[sign.charCodeAt(0)] = 64;
sextets[0x2d] = 62;
sextets[0x5f] = 63;

/**
 * The texts that runs of base64 stand for, in both alphabets and over line breaks. What stands before an encoded text may
 * look like a part of it, so a run is read from each of its first four characters.
 */
function fromBase64(bytes: Uint8Array): Uint8Array[] {
  const found = new Map<number, Bytes>();
  const run = scratch(bytes.length);
  let length = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const sextet = at < bytes.length ? (sextets[bytes[at] ?? 0] ?? 65) : 65;
    if (sextet < 64) run[length++] = sextet;
    else if (sextet === 65) {
      for (let phase = 0; length >= least.base64 && phase < 4; phase++) {
        if (!mayBeText(run, phase, length)) continue;
        const out = found.get(phase) ?? new Bytes(64);
        found.set(phase, out);
        addTexts(octetsOf(run, phase, length), out);
      }
      length = 0;
    }
  }
  return [...found.values()].map((out) => out.whole());
}

/** Quickly told: true unless nowhere four of five groups of base64 characters in a row begin a plain character. */
function mayBeText(run: Uint8Array, start: number, end: number): boolean {
  let inRow = 0;
  for (let at = start; at < end; at += 4) {
    const first = run[at] ?? 0;
    // A zero is the other half of a character of UTF-16.
    inRow = (first >= 8 && first < 32) || first === 0 ? inRow + 1 : Math.max(0, inRow - 2);
    if (inRow >= 4) return true;
  }
  return end - start < 24 && inRow > 0;
}

function octetsOf(run: Uint8Array, start: number, end: number): Uint8Array {
  const octets = new Uint8Array(Math.floor(((end - start) * 6) / 8));
  let [at, length] = [start, 0];
  for (; length + 2 < octets.length; at += 4) {
    const [a, b, c, d] = [run[at] ?? 0, run[at + 1] ?? 0, run[at + 2] ?? 0, run[at + 3] ?? 0];
    octets[length] = (a << 2) | (b >> 4);
    octets[length + 1] = (b << 4) | (c >> 2);
    octets[length + 2] = (c << 6) | d;
    length += 3;
  }
  const [a, b, c] = [run[at] ?? 0, run[at + 1] ?? 0, run[at + 2] ?? 0];
  if (length < octets.length) octets[length++] = (a << 2) | (b >> 4);
  if (length < octets.length) octets[length++] = (b << 4) | (c >> 2);
  return octets;
}

/** 0 to 15 for a hexadecimal digit, 16 for what may stand between two bytes, 17 for `x`, 18 for what ends a run. */
const digits = new Uint8Array(256);
for (let octet = 0; octet < 256; octet++) {
  const digit = hexDigit(octet);
  const sign = String.fromCharCode(octet);
  digits[octet] = digit >= 0 ? digit : /x/i.test(sign) ? 17 : /[g-z]/i.test(sign) ? 18 : 16;
}

/** Texts written in hexadecimal, with or without `:`, `0x`, `\\x` and the like between; read from either digit. */
function fromHex(bytes: Uint8Array): Uint8Array[] {
  const found = new Map<number, Bytes>();
  const run = scratch(bytes.length);
  let length = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const digit = at < bytes.length ? (digits[bytes[at] ?? 0] ?? 18) : 18;
    if (digit < 16) run[length++] = digit;
    // The zero of `0x` is no digit of the byte.
    else if (digit === 17) length -= length > 0 && run[length - 1] === 0 ? 1 : 0;
    else if (digit === 18) {
      if (length >= 2 * least.octets)
        for (let phase = 0; phase < 2; phase++) {
          const octets = pairsOf(run, phase, length);
          if (!looksLikeTextSomewhere(octets)) continue;
          const out = found.get(phase) ?? new Bytes(64);
          found.set(phase, out);
          addTexts(octets, out);
        }
      length = 0;
    }
  }
  return [...found.values()].map((out) => out.whole());
}

function pairsOf(run: Uint8Array, start: number, end: number): Uint8Array {
  const octets = new Uint8Array((end - start) >> 1);
  for (let index = 0; index < octets.length; index++)
    octets[index] = ((run[start + 2 * index] ?? 0) << 4) | (run[start + 2 * index + 1] ?? 0);
  return octets;
}

/**
 * Texts written as numbers: `112, 97`, `[112,97]`, also `{"0":112,"1":97}`, where every second one counts, and eight
 * binary digits each. What stands between the numbers does not matter.
 */
function fromNumbers(bytes: Uint8Array): Uint8Array[] {
  const all = new Bytes(32);
  const even = new Bytes(32);
  const odd = new Bytes(32);
  const binary = new Bytes(32);
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = (bytes[at] ?? 0) - 0x30;
    if (first < 0 || first > 9) continue;
    const start = at;
    let [value, bits] = [0, 0];
    for (; at < bytes.length; at++) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      if (at - start >= 8) continue;
      value = value * 10 + digit;
      bits = digit < 2 && bits >= 0 ? bits * 2 + digit : -1;
    }
    const length = at - start;
    if (length === 8 && bits >= 0) binary.add(bits);
    if (length > 7 || value > 0x10ffff) continue;
    // Bytes of some languages have a sign.
    const isSigned = value > 127 && value <= 128 && bytes[start - 1] === 0x2d;
    const code = bytes[start - 1] === 0x2d && value > 0 && value <= 128 ? 256 - value : value;
    const out = (count++ & 1) === 0 ? even : odd;
    if (code < 256 || isSigned) {
      all.add(code);
      out.add(code);
    } else {
      all.addCodePoint(code);
      out.addCodePoint(code);
    }
  }
  if (count < least.octets && binary.length < least.octets) return [];
  const longEnough = [all, even, odd, binary].filter(({ length }) => length >= least.octets);
  return longEnough.map((out) => {
    const texts = new Bytes(32);
    addTexts(out.whole(), texts);
    return texts.whole();
  });
}
