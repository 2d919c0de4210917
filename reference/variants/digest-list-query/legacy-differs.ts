import { repeatedParameter } from "../../policy/digest-query.ts";
import { separated } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryLegacyDiffers: Variant = {
  id: "digest-list-query/legacy-differs",
  title: "v2 repeats `digests`, legacy takes one `digestList` separated by commas.",
  openPoint: "digest-list-query",
  install(hooks) {
    const legacy = separated("digestList", ",");
    hooks.policy.digestQuery = {
      read: (queryString, face) => (face === "v2" ? repeatedParameter : legacy).read(queryString, face),
    };
  },
};
