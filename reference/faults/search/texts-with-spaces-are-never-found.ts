import type { Fault } from "../fault.ts";

export const textsWithSpacesAreNeverFound: Fault = {
  id: "search/texts-with-spaces-are-never-found",
  title: "A filter with a space in its text finds nothing.",
  requirement: ["SEARCH-03", "SEARCH-09"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      const spaced = query.conditions.some(({ value }) => typeof value === "string" && value.includes(" "));
      return spaced ? [] : await inner(call, query);
    });
  },
};
