import type { Variant } from "../variant.ts";

export const searchKeysEmptyFindsNothing: Variant = {
  id: "search-keys/empty-finds-nothing",
  title: "Without a filter nothing is found.",
  openPoint: "search-keys",
  install(hooks) {
    hooks.around(
      "search",
      (inner) => async (call, query) => (query.conditions.length === 0 ? [] : await inner(call, query)),
    );
  },
};
