import { everyCondition, sameJson, searchByScan } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const numbersMatchTheirText: Fault = {
  id: "search/numbers-match-their-text",
  title: "A filter with a text finds the number that it spells, and the other way round.",
  requirement: "SEARCH-04",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition((found, wanted) => sameJson(found, wanted) || String(found) === String(wanted)),
    );
  },
};
