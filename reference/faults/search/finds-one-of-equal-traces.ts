import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const findsOneOfEqualTraces: Fault = {
  id: "search/finds-one-of-equal-traces",
  title: "Of several traces that match one is found.",
  requirement: "SEARCH-09",
  install(hooks) {
    inFound(hooks, (found) => found.slice(0, 1));
  },
};
