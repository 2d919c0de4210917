import type { Fault } from "../fault.ts";

export const fractionsAreNeverFound: Fault = {
  id: "search/fractions-are-never-found",
  title: "Whole numbers are found, others are not.",
  requirement: ["SEARCH-03", "SEARCH-09"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      const fraction = query.conditions.some(({ value }) => typeof value === "number" && !Number.isInteger(value));
      return fraction ? [] : await inner(call, query);
    });
  },
};
