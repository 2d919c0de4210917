import { createHash } from "node:crypto";

/** How a file's content is named. Open point `digest-algorithm`. */
export interface DigestPolicy {
  /** Takes the content piece by piece; `finish` gives the digest, safe in a path segment once percent-encoded. */
  start(): { update(bytes: Uint8Array): void; finish(): string };
}

/** A digest made by a hash function of Node.js, its bytes written as `encode` says. */
export function hashDigest(algorithm: string, encode: (hash: Buffer) => string): DigestPolicy {
  return {
    start() {
      const hash = createHash(algorithm);
      return { update: (bytes) => void hash.update(bytes), finish: () => encode(hash.digest()) };
    },
  };
}

/** SHA-256 in lower-case hexadecimal. */
export const sha256Hex: DigestPolicy = hashDigest("sha256", (hash) => hash.toString("hex"));
