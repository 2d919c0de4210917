import type { Variant } from "../variant.ts";

export const searchKeysTextsOnly: Variant = {
  id: "search-keys/texts-only",
  title: "Only texts can be searched for; other values find nothing.",
  openPoint: "search-keys",
  install(hooks) {
    hooks.around(
      "search",
      (inner) => async (call, query) =>
        query.conditions.every(({ value }) => typeof value === "string") ? await inner(call, query) : [],
    );
  },
};
