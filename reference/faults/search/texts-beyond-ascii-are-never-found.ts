import type { Fault } from "../fault.ts";

export const textsBeyondAsciiAreNeverFound: Fault = {
  id: "search/texts-beyond-ascii-are-never-found",
  title: "A filter with letters beyond ASCII finds nothing.",
  requirement: ["SEARCH-03", "SEARCH-09"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      const foreign = query.conditions.some(({ value }) => typeof value === "string" && /[^\x20-\x7e]/.test(value));
      return foreign ? [] : await inner(call, query);
    });
  },
};
