import { repeated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryIndexed: Variant = {
  id: "digest-list-query/indexed",
  title: "Each digest is a parameter `digests[n]`.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = repeated("digests[0]", (name) => /^digests\[\d+\]$/.test(name));
  },
};
