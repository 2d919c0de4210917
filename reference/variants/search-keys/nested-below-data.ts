import { getOwn } from "../../core/json.ts";
import { objectOr } from "../../policy/input.ts";
import type { Variant } from "../variant.ts";

export const searchKeysNestedBelowData: Variant = {
  id: "search-keys/nested-below-data",
  title: "Filters stand in an object `data`.",
  openPoint: "search-keys",
  install(hooks) {
    const { conditions } = hooks.policy.filters;
    hooks.policy.filters.conditions = (filters) => conditions(objectOr(getOwn(filters, "data"), "body.filters.data"));
  },
};
