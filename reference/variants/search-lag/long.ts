import type { Variant } from "../variant.ts";

export const searchLagLong: Variant = {
  id: "search-lag/long",
  title: "Search follows a write after 1.2 s.",
  openPoint: "search-lag",
  install(hooks) {
    hooks.policy.filters.lagMs = 1200;
  },
};
