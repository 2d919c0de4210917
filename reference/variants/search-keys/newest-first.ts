import type { Variant } from "../variant.ts";

export const searchKeysNewestFirst: Variant = {
  id: "search-keys/newest-first",
  title: "The traces that were created last are found first.",
  openPoint: "search-keys",
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => (await inner(call, query)).reverse());
  },
};
