/**
 * Tells whether a text holds a secret, however it is written: in other letters, backwards, cut, with something between
 * its characters, or under several encodings upon each other. It cannot say where, so what it finds is withheld whole.
 */
import { hash } from "node:crypto";
import { CleanTexts } from "./clean-texts.ts";
import { decodingsOf } from "./decodings.ts";
import { endOfText } from "./end-of-text.ts";

/** Encodings upon each other that are undone. */
const maxLayers = 4;
/** Bytes looked at for each byte of a text, and for a short text; what would need more is taken to hold a secret. */
const mostBytes = { factor: 32, atLeast: 65_536 };
/** Windows of a secret: all that is compared is at most this long, so that a text which repeats itself costs no more. */
const window = 24;
/** A shorter secret, or one with fewer letters and digits where only those are compared, would be found by chance. */
const least = 6;
const leastOfLetters = 8;

type Kind = "credential" | "token";

export class SecretScan {
  readonly #plain = new Windows();
  /** Letters and digits alone: line breaks, spaces, separators and zeros of UTF-16 in between do not hide a secret. */
  readonly #letters = new Windows();

  /** What was clean stays so: a token that comes to be known later is not in texts that were shown before it was given. */
  readonly #clean = new CleanTexts();

  /** @param word that it begins with, and that stands in many texts: alone it is no part of the secret */
  add(secret: string, kind: Kind, word = ""): void {
    for (const bytes of plainWindows(secret, kind, word)) this.#plain.add(bytes, 1);
    for (const bytes of letterWindows(secret, kind, word)) this.#letters.add(bytes, 1);
  }

  remove(secret: string, kind: Kind): void {
    for (const bytes of plainWindows(secret, kind)) this.#plain.add(bytes, -1);
    for (const bytes of letterWindows(secret, kind)) this.#letters.add(bytes, -1);
  }

  /**
   * As `finds`, for a document in JSON: each text in it is looked through by itself, and once for all documents. What is
   * spread over several values is found as it stands, and among what is left without the texts.
   */
  findsInDocument(bytes: Uint8Array): boolean {
    if (this.#standsIn(bytes)) return true;
    // One character for each byte, so that every text is a part of it.
    const document = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    let rest = "";
    let kept = 0;
    for (let start = document.indexOf('"'); start >= 0; start = document.indexOf('"', kept)) {
      const end = endOfText(document, start);
      if (this.#findsInText(document.slice(start + 1, end - 1))) return true;
      rest += `${document.slice(kept, start)}""`;
      kept = end;
    }
    return this.finds(Buffer.from(rest + document.slice(kept), "latin1"));
  }

  #findsInText(text: string): boolean {
    if (text.length < least || this.#clean.has(text)) return false;
    if (this.finds(Buffer.from(text, "latin1"))) return true;
    this.#clean.add(text);
    return false;
  }

  /** True where the bytes hold a secret, or cannot be looked through within bounds. */
  finds(bytes: Uint8Array): boolean {
    let layer: readonly Uint8Array[] = [bytes];
    // Escapes of several kinds give the same text in whichever order they are undone.
    const seen = new Set<string>();
    let left = Math.max(mostBytes.atLeast, mostBytes.factor * bytes.length);
    for (let depth = 0; layer.length > 0; depth++) {
      for (const text of layer) {
        left -= text.length;
        if (left < 0) return true;
        if (this.#standsIn(text)) return true;
      }
      if (depth === maxLayers) return false;
      layer = layer.flatMap((text) => decodingsOf(text)).filter((text) => isNew(text, seen));
    }
    return false;
  }

  /** As it stands. Both lists are asked in one walk, because most texts hold nothing of either. */
  #standsIn(text: Uint8Array): boolean {
    const { slots: plainSlots } = this.#plain;
    const { slots: letterSlots } = this.#letters;
    const { length } = text;
    let [plainKey, letterKey, letterCount] = [0, 0, 0];
    let plain: Uint8Array | undefined;
    let letters: Uint8Array | undefined;
    for (let at = 0; at < length; at++) {
      const octet = text[at] ?? 0;
      const small = lower[octet] ?? 0;
      plainKey = (plainKey << 8) | small;
      if (plainSlots[slotOf(plainKey)] !== 0) {
        plain ??= folded(text);
        if (this.#plain.standsAt(plain, at + 1 - keyLength, plainKey)) return true;
      }
      if (isLetter[octet] === 0) continue;
      letterKey = (letterKey << 8) | small;
      letterCount++;
      if (letterSlots[slotOf(letterKey)] === 0) continue;
      letters ??= lettersOf(text);
      if (this.#letters.standsAt(letters, letterCount - keyLength, letterKey)) return true;
    }
    return false;
  }
}

function isNew(text: Uint8Array, seen: Set<string>): boolean {
  // A short one is looked through in the time that its digest takes.
  if (text.length < 4_096) return true;
  const before = seen.size;
  return seen.add(hash("sha1", text, "base64")).size > before;
}

/** Lower case of ASCII; other bytes as they are. */
const lower = Uint8Array.from({ length: 256 }, (_, octet) => (octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet));
const isLetter = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x80 || /[0-9A-Za-z]/.test(String.fromCharCode(octet)) ? 1 : 0,
);

function folded(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) text[at] = lower[bytes[at] ?? 0] ?? 0;
  return text;
}

function lettersOf(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at] ?? 0;
    if (isLetter[octet] === 1) text[length++] = lower[octet] ?? 0;
  }
  return text.subarray(0, length);
}

/** The spellings of a secret that no decoding leads back from. */
function spellings(secret: string): readonly string[] {
  const cases = [secret, secret.toUpperCase(), secret.toLowerCase(), secret.normalize("NFD"), secret.normalize("NFKC")];
  return [...new Set(cases.flatMap((text) => [text, [...text].reverse().join("")]))];
}

/** The texts that are looked for in place of a secret: its lines, where it has several, and the parts of a token. */
function partsOf(secret: string, kind: Kind): readonly string[] {
  if (kind === "token") {
    const [, ...behind] = secret.split(".");
    // A short part is a word, such as the end of a domain, that stands elsewhere as well.
    return [secret, ...behind.filter(({ length }) => length >= 16)];
  }
  const lines = secret.split(/\\n|\r?\n/).filter((line) => !line.startsWith("-----"));
  const long = lines.length > 1 ? lines.filter((line) => line.length >= 16) : [];
  return secret.startsWith("-----") && long.length > 0 ? long : [secret, ...long];
}

function plainWindows(secret: string, kind: Kind, word = ""): readonly Uint8Array[] {
  const texts = partsOf(secret, kind).flatMap(spellings);
  const octets = texts.flatMap((text) => [Buffer.from(text), ...(isLatin(text) ? [Buffer.from(text, "latin1")] : [])]);
  return windowsOf(octets.map(folded), kind, least, folded(Buffer.from(word)));
}

function isLatin(text: string): boolean {
  return /[\x80-\xff]/.test(text) && !/[^\x00-\xff]/.test(text);
}

function letterWindows(secret: string, kind: Kind, word = ""): readonly Uint8Array[] {
  const parts = partsOf(secret, kind);
  const encoded = kind === "token" ? withoutCase(secret, 3) : parts.flatMap((part) => withoutCase(part, 5));
  const texts = [...parts.flatMap(spellings), ...encoded.flatMap((text) => [text, [...text].reverse().join("")])];
  return windowsOf(
    texts.map((text) => lettersOf(Buffer.from(text))),
    kind,
    leastOfLetters,
    lettersOf(Buffer.from(word)),
  );
}

/**
 * Base64 and base32 whose letters lost their case cannot be decoded, but are known by the characters that depend on the
 * secret alone, for each place that it can have in the encoded bytes: three in base64, five in base32.
 */
function withoutCase(secret: string, places: 3 | 5): readonly string[] {
  const bytes = Buffer.from(secret);
  return Array.from({ length: places }, (_, offset) => offset).flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const inside = (text: string, bits: number): string =>
      text.slice(Math.ceil((offset * 8) / bits), Math.floor((padded.length * 8) / bits));
    return [
      ...(offset < 3 ? [inside(padded.toString("base64"), 6)] : []),
      ...(places === 5 ? [inside(base32(padded), 5)] : []),
    ];
  });
}

function base32(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let [text, value, bits] = ["", 0, 0];
  for (const octet of bytes) {
    value = ((value << 8) | octet) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return text;
}

/** Its beginning, which a text that was cut still holds, and of a long one its end. */
function windowsOf(
  texts: readonly Uint8Array[],
  kind: Kind,
  shortest: number,
  word: Uint8Array,
): readonly Uint8Array[] {
  return texts.flatMap((bytes) => {
    if (bytes.length < shortest) return [];
    // Tokens of one service begin alike; their ends are their own.
    if (kind === "token") return [bytes.subarray(-window)];
    const length = Math.max(Math.min(bytes.length, 8), Math.min(window, Math.ceil(bytes.length * 0.75)));
    const isWord = word.length > 0 && Buffer.compare(bytes.subarray(0, word.length), word) === 0;
    const beginning = bytes.subarray(0, isWord ? Math.max(length, word.length + 1) : length);
    return bytes.length < 2 * window ? [beginning] : [beginning, bytes.subarray(-window)];
  });
}

const keyLength = 4;
/** Of so many slots few are taken by the windows of hundreds of tokens, and most places of a text meet an empty one. */
const slotBits = 18;

/** Texts of up to 24 bytes, told apart by their first four bytes. */
class Windows {
  /** By the first four bytes: 0 where no text begins with them; mostly right otherwise. */
  readonly slots = new Uint16Array(1 << slotBits);
  /** By the first four bytes and the length: each text, and how often it is wanted. */
  readonly #byKey = new Map<number, Map<number, Map<string, number>>>();

  /** @param change 1 to look for it, -1 to take that back */
  add(bytes: Uint8Array, change: 1 | -1): void {
    const key = bytes.subarray(0, keyLength).reduce((before, octet) => (before << 8) | octet, 0);
    const byLength = this.#byKey.get(key) ?? new Map<number, Map<string, number>>();
    const wanted = byLength.get(bytes.length) ?? new Map<string, number>();
    const text = textOf(bytes, 0, bytes.length);
    const count = (wanted.get(text) ?? 0) + change;
    this.slots[slotOf(key)] = (this.slots[slotOf(key)] ?? 0) + change;
    if (count > 0) wanted.set(text, count);
    else wanted.delete(text);
    if (wanted.size > 0) byLength.set(bytes.length, wanted);
    else byLength.delete(bytes.length);
    if (byLength.size > 0) this.#byKey.set(key, byLength);
    else this.#byKey.delete(key);
  }

  /** @param key the four bytes that stand there */
  standsAt(text: Uint8Array, start: number, key: number): boolean {
    for (const [length, wanted] of start < 0 ? [] : (this.#byKey.get(key) ?? []))
      if (start + length <= text.length && wanted.has(textOf(text, start, length))) return true;
    return false;
  }
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - slotBits);
}

function textOf(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString("latin1");
}
