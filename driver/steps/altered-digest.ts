/** Digests that look like one that exists. */
import type { DigestChange } from "../../spec/vocabulary/script.ts";

/**
 * The first half of the digest; or the digest with every letter and figure in one half of it replaced by another of its
 * kind: a hexadecimal digit stays one, and a name of the algorithm before the digest (`sha256:`) stays as it is.
 */
export function alteredDigest(digest: string, change: DigestChange): string {
  if (change === "cut") return digest.slice(0, Math.ceil(digest.length / 2));
  const prefix = /^[A-Za-z0-9-]{2,12}[:_=]/.exec(digest)?.[0] ?? "";
  const body = digest.slice(prefix.length);
  const middle = Math.ceil(body.length / 2);
  const first = body.slice(0, middle);
  const second = body.slice(middle);
  return prefix + (change === "start-altered" ? altered(first) + second : first + altered(second));
}

/** Each character is replaced by the next one of its own range, so that a digit stays a digit. */
const kinds = ["0123456789", "abcdef", "ABCDEF", "ghijklmnopqrstuvwxyz", "GHIJKLMNOPQRSTUVWXYZ"] as const;

function altered(text: string): string {
  return text.replace(/[A-Za-z0-9]/g, (character) => {
    const kind = kinds.find((one) => one.includes(character)) ?? character;
    return kind[(kind.indexOf(character) + 1) % kind.length] ?? character;
  });
}
