import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmSha256Prefixed: Variant = {
  id: "digest-algorithm/sha256-prefixed",
  title: "Digests are SHA-256 in hexadecimal after the prefix `sha256:`.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("sha256", (hash) => `sha256:${hash.toString("hex")}`);
  },
};
