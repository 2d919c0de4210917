import { searchByScan, everyCondition, sameJson } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const anyFilterSuffices: Fault = {
  id: "search/any-filter-suffices",
  title: "A trace is found when one of several filters matches.",
  requirement: "SEARCH-05",
  install(hooks) {
    searchByScan(hooks, (document, query) => {
      const one = everyCondition(sameJson);
      const { conditions } = query;
      return (
        conditions.length === 0 || conditions.some((condition) => one(document, { ...query, conditions: [condition] }))
      );
    });
  },
};
