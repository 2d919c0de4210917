import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha256Base64: Variant = {
  id: "digest-algorithm/sha256-base64",
  title: "Digests are SHA-256 in base64, with slashes and plus signs.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha256", (hash) => hash.toString("base64"));
  },
};
