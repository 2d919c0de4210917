import { hashDigest } from "../../policy/digest.ts";
import type { Variant } from "../variant.ts";

export const digestAlgorithmMd5Hex: Variant = {
  id: "digest-algorithm/md5-hex",
  title: "Digests are MD5 in hexadecimal.",
  openPoint: "digest-algorithm",
  install(hooks) {
    hooks.policy.digest = hashDigest("md5", (hash) => hash.toString("hex"));
  },
};
