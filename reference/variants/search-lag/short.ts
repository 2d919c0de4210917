import type { Variant } from "../variant.ts";

export const searchLagShort: Variant = {
  id: "search-lag/short",
  title: "Search follows a write after 150 ms.",
  openPoint: "search-lag",
  install(hooks) {
    hooks.policy.filters.lagMs = 150;
  },
};
