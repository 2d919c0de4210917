import { repeated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryNamedDigest: Variant = {
  id: "digest-list-query/named-digest",
  title: "Each digest is a parameter `digest`.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = repeated("digest", (name) => name === "digest");
  },
};
