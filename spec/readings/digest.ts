/** Digests: computing them from content, and finding them below a link or a state. */
import { createHash, getHashes } from "node:crypto";
import type { Json } from "../json.ts";
import type { DigestEncoding, JsonPath, OpenPointValues } from "../vocabulary/profile.ts";
import { placesAt } from "./path.ts";

/** Content hashes that deployed services are known to use, the likeliest first. */
export const digestAlgorithms: readonly string[] = [
  "sha256",
  "sha1",
  "md5",
  "sha512",
  "sha384",
  "sha3-256",
  "blake2b512",
  "blake2s256",
  "sha224",
  "sha3-512",
].filter((name) => getHashes().includes(name));

export const digestEncodings: readonly DigestEncoding[] = ["hex", "base64", "base64url", "hex-upper"];

/** The hash of `bytes` in an encoding; of several chunks, of all of them in turn. */
export function hashText(
  bytes: Uint8Array | Iterable<Uint8Array>,
  algorithm: string,
  encoding: DigestEncoding,
): string {
  const hash = createHash(algorithm);
  for (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) hash.update(chunk);
  if (encoding === "hex-upper") return hash.digest("hex").toUpperCase();
  return hash.digest(encoding);
}

/** The digest of a content by the reading, or undefined when the digest does not follow from the content. */
export function computeDigest(
  bytes: Uint8Array | Iterable<Uint8Array>,
  value: OpenPointValues["digest-algorithm"],
): string | undefined {
  if (!digestAlgorithms.includes(value.algorithm)) return undefined;
  return value.prefix + hashText(bytes, value.algorithm, value.encoding);
}

/** The value as a digest is written in an address; undefined for what cannot be one. A serial number may name a file. */
export function digestText(value: Json | undefined): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What stands behind the last separator of a URN or an address; undefined for a text without one. */
export function endOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : /[:/=#]([^:/=#]+)$/.exec(text)?.[1];
}

/** All digests that stand at the path below a link or a state, in document order. */
export function digestsAt(container: Json, path: JsonPath, of?: OpenPointValues["digest-location"]["of"]): string[] {
  const byKey = path.at(-1) === "{*}" && of === undefined;
  return placesAt(container, path).flatMap((place) => {
    const text = digestText(byKey ? place.key : place.value);
    return of === "ends" ? (endOf(text) ?? []) : text === undefined ? [] : severalIn(text);
  });
}

/** Digests that stand in one text, one after the other, as hashes of one length each; any other text is one alone. */
function severalIn(text: string): readonly string[] {
  const parts = text.split(/[ ,;|]+/);
  const [first = ""] = parts;
  const isList = parts.length > 1 && first.length >= leastOfList && parts.every((part) => part.length === first.length);
  return isList ? parts : [text];
}

/** As many characters as the shortest hashes have: words may be of one length by chance. */
const leastOfList = 20;
