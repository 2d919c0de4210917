import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryComma: Variant = {
  id: "digest-list-query/comma",
  title: "The digests are one parameter, separated by commas.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = separated("digests", ",");
  },
};
