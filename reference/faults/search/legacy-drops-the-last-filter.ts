import { inConditions } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const legacyDropsTheLastFilter: Fault = {
  id: "search/legacy-drops-the-last-filter",
  title: "Of several filters the legacy search ignores the last.",
  requirement: ["SEARCH-05", "EQUIV-04"],
  install(hooks) {
    inConditions(hooks, (conditions) => (conditions.length > 1 ? conditions.slice(0, -1) : conditions), {
      face: "legacy",
    });
  },
};
