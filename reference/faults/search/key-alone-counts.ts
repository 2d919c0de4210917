import { searchByScan, everyCondition } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const keyAloneCounts: Fault = {
  id: "search/key-alone-counts",
  title: "A trace is found when it has the keys of the filter, whatever their values.",
  requirement: "SEARCH-04",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition(() => true),
    );
  },
};
