import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha1Hex: Variant = {
  id: "digest-algorithm/sha1-hex",
  title: "Digests are SHA-1 in hexadecimal.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha1", (hash) => hash.toString("hex"));
  },
};
