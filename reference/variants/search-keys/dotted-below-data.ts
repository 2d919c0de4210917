import { badRequest } from "../../core/refusal.ts";
import { mapObject } from "../../hooks/walk.ts";
import type { Variant } from "../variant.ts";

export const searchKeysDottedBelowData: Variant = {
  id: "search-keys/dotted-below-data",
  title: "Filter keys begin with `data.`.",
  openPoint: "search-keys",
  install(hooks) {
    const { conditions } = hooks.policy.filters;
    hooks.policy.filters.conditions = (filters) =>
      conditions(
        mapObject(
          filters,
          (value, key) => {
            if (!key.startsWith("data."))
              throw badRequest("filter-key", "wanted keys such as `data.name`", "body.filters");
            return value;
          },
          (key) => key.slice("data.".length),
        ),
      );
  },
};
