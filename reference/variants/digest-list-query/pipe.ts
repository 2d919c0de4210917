import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryPipe: Variant = {
  id: "digest-list-query/pipe",
  title: "The digests are one parameter, separated by vertical bars.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = separated("digests", "|");
  },
};
