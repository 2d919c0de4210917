import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQuerySemicolon: Variant = {
  id: "digest-list-query/semicolon",
  title: "The digests are one parameter, separated by semicolons.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = separated("digests", ";");
  },
};
