import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmBlake2b512Base64url: Variant = {
  id: "digest-algorithm/blake2b512-base64url",
  title: "Digests are BLAKE2b in base64url.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("blake2b512", (hash) => hash.toString("base64url"));
  },
};
