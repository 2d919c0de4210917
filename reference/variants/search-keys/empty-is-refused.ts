import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const searchKeysEmptyIsRefused: Variant = {
  id: "search-keys/empty-is-refused",
  title: "A search without a filter is refused.",
  openPoint: "search-keys",
  install(hooks) {
    const { conditions } = hooks.policy.filters;
    hooks.policy.filters.conditions = (filters) => {
      if (Object.keys(filters).length === 0)
        throw badRequest("no-filter", "wanted at least one filter", "body.filters");
      return conditions(filters);
    };
  },
};
