import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryNamedFiles: Variant = {
  id: "digest-list-query/named-files",
  title: "The digests are one parameter `files`, separated by commas.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = separated("files", ",");
  },
};
