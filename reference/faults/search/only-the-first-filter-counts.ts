import { inConditions } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const onlyTheFirstFilterCounts: Fault = {
  id: "search/only-the-first-filter-counts",
  title: "Of several filters the first counts.",
  requirement: "SEARCH-05",
  install(hooks) {
    inConditions(hooks, (conditions) => conditions.slice(0, 1));
  },
};
