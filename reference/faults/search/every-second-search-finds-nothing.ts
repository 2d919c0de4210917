import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const everySecondSearchFindsNothing: Fault = {
  id: "search/every-second-search-finds-nothing",
  title: "The same search asked again finds nothing.",
  requirement: ["SEARCH-09", "SEARCH-03"],
  install(hooks) {
    const count = counter();
    hooks.around("search", (inner) => async (call, query) => {
      return count(JSON.stringify(query)) % 2 === 0 ? [] : await inner(call, query);
    });
  },
};
