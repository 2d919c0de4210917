import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQuerySpace: Variant = {
  id: "digest-list-query/space",
  title: "The digests are one parameter, separated by spaces.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = separated("digests", " ");
  },
};
