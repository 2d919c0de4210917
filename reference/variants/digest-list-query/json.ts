import { badRequest } from "../../core/refusal.ts";
import { fromParameter } from "./list-styles.ts";
import type { Variant } from "../variant.ts";

export const digestListQueryJson: Variant = {
  id: "digest-list-query/json",
  title: "The digests are one parameter, a JSON array of texts.",
  openPoint: "digest-list-query",
  install(hooks) {
    hooks.policy.digestQuery = fromParameter("digests", (value) => {
      try {
        const list: unknown = JSON.parse(value);
        if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
      } catch {
        // Refused below, like any other text that is not a list.
      }
      throw badRequest("not-a-list", "wanted a JSON array of texts", "query.digests");
    });
  },
};
