import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha512Hex: Variant = {
  id: "digest-algorithm/sha512-hex",
  title: "Digests are SHA-512 in hexadecimal.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha512", (hash) => hash.toString("hex"));
  },
};
