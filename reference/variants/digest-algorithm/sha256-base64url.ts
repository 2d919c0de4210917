import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha256Base64url: Variant = {
  id: "digest-algorithm/sha256-base64url",
  title: "Digests are SHA-256 in base64url.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha256", (hash) => hash.toString("base64url"));
  },
};
