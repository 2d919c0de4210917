import { repeated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryBrackets: Variant = {
  id: "digest-list-query/brackets",
  title: "Each digest is a parameter `digests[]`.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = repeated("digests[]", (name) => name === "digests[]");
  },
};
