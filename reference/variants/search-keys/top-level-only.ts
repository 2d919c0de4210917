import type { Variant } from "../variant.ts";

export const searchKeysTopLevelOnly: Variant = {
  id: "search-keys/top-level-only",
  title: "A key names a member of the data; a dot in it has no meaning.",
  openPoint: "search-keys",
  install(hooks) {
    hooks.policy.filters.conditions = (filters) =>
      Object.entries(filters).map(([key, value]) => ({ paths: [[key]], value }));
  },
};
