import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const missesTheNewestOfSeveral: Fault = {
  id: "search/misses-the-newest-of-several",
  title: "Of several traces that match the newest is missing.",
  requirement: "SEARCH-09",
  install(hooks) {
    inFound(hooks, (found) => (found.length > 1 ? found.slice(0, -1) : found));
  },
};
