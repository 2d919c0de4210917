import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha256UpperHex: Variant = {
  id: "digest-algorithm/sha256-upper-hex",
  title: "Digests are SHA-256 in upper-case hexadecimal.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha256", (hash) => hash.toString("hex").toUpperCase());
  },
};
