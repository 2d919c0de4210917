/**
 * Finds secrets in whatever leaves the suite. Written apart from the redaction that it tests: it makes no list of forms
 * to replace, but also unpacks what it sees, base64 and hex at any offset, tokens, escapes, and looks again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import AdmZip from "adm-zip";

/** What must not be found, by the name under which a finding tells of it. */
export type Canaries = Readonly<Record<string, string>>;

export interface Leak {
  readonly canary: string;
  /** How it was hidden: `plain`, `base64`, … or several, the outermost first. */
  readonly form: string;
  readonly where: string;
  /** What stands around it, for a reader of the failure. */
  readonly around: string;
}

/** Encodings upon each other that are undone; three in texts that are not long. */
const maxLayers = { short: 3, long: 2 };
const longText = 300_000;

/**
 * Everything in the files below a folder.
 * @param isWanted says of a path whether it is to be looked into
 */
export function leaksInFolder(
  folder: string,
  canaries: Canaries,
  isWanted: (file: string) => boolean = () => true,
): Leak[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(join(entry.parentPath, entry.name)))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const named = leaksInText(entry.name, canaries, `the name of ${relative(folder, file)}`);
      return [...named, ...leaksInBytes(readFileSync(file), canaries, relative(folder, file))];
    });
}

/** Archives and compressed files are opened. */
function leaksInBytes(bytes: Buffer, canaries: Canaries, where: string): Leak[] {
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04")))
    return new AdmZip(bytes)
      .getEntries()
      .flatMap((entry) => leaksInBytes(entry.getData(), canaries, `${where}, ${entry.entryName}`));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return leaksInBytes(gunzipSync(bytes), canaries, where);
  return leaksInText(bytes.toString("latin1"), canaries, where);
}

/** @param text bytes as latin1, or any text */
export function leaksInText(text: string, canaries: Canaries, where: string): Leak[] {
  const needles = Object.entries(canaries).flatMap(([canary, secret]) =>
    plainForms(secret).map((needle) => ({ canary, needle })),
  );
  const found: Leak[] = [];
  for (const { form, text: layer } of layersOf(text, "plain", 0)) {
    for (const { canary, needle } of needles) {
      const at = layer.indexOf(needle);
      if (at < 0 || found.some((leak) => leak.canary === canary && leak.form === form)) continue;
      found.push({ canary, form, where, around: layer.slice(Math.max(0, at - 60), at + needle.length + 20) });
    }
  }
  return found;
}

/** A secret, and each longer line of one with several, as it stands in a text without escapes. */
function plainForms(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= 24 && !line.startsWith("-----"));
  return [secret, ...lines].map((text) => Buffer.from(text).toString("latin1"));
}

interface Layer {
  readonly form: string;
  readonly text: string;
}

/** The text, and what it turns into when escapes and encodings are undone. */
function* layersOf(text: string, form: string, depth: number): Generator<Layer> {
  yield { form, text };
  if (depth >= (text.length > longText ? maxLayers.long : maxLayers.short)) return;
  const next = function* (name: string, inner: string): Generator<Layer> {
    if (inner !== "" && inner !== text) yield* layersOf(inner, form === "plain" ? name : `${form}, ${name}`, depth + 1);
  };
  yield* next("JSON-escaped", withoutBackslashes(text));
  yield* next("URL-encoded", withoutPercent(text));
  yield* next("HTML-escaped", withoutEntities(text));
  yield* next("base64", [...text.matchAll(/[A-Za-z0-9+/_-]{16,}/g)].map(([run]) => decodings(run)).join("\n"));
  yield* next("hex", [...text.matchAll(/(?:[0-9a-f]{2}){8,}/gi)].map(([run]) => hexDecodings(run)).join("\n"));
}

/** A run decoded from each of its first four characters, because it may begin with something else. */
function decodings(run: string): string {
  return [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), "base64url").toString("latin1")).join("\n");
}

function hexDecodings(run: string): string {
  return [0, 1].map((start) => Buffer.from(run.slice(start), "hex").toString("latin1")).join("\n");
}

function withoutBackslashes(text: string): string {
  const signs: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      Buffer.from(String.fromCharCode(parseInt(code, 16))).toString("latin1"),
    )
    .replace(/\\+(.)/g, (_, sign: string) => signs[sign] ?? sign);
}

function withoutPercent(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function withoutEntities(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&(\w+);/g, (whole, name: string) => names[name] ?? whole);
}
