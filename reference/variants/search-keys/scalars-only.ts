import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const searchKeysScalarsOnly: Variant = {
  id: "search-keys/scalars-only",
  title: "Only texts, numbers and booleans can be searched for.",
  openPoint: "search-keys",
  install(hooks) {
    const { conditions } = hooks.policy.filters;
    hooks.policy.filters.conditions = (filters) => {
      for (const [key, value] of Object.entries(filters)) {
        if (typeof value === "object") throw badRequest("filter-value", "wanted a text, number or boolean", key);
      }
      return conditions(filters);
    };
  },
};
