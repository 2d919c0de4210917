import { searchByScan, valuesAt, sameJson } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const missingKeysMatch: Fault = {
  id: "search/missing-keys-match",
  title: "A filter on a key that a trace does not have lets the trace through.",
  requirement: ["SEARCH-04", "SEARCH-05"],
  install(hooks) {
    searchByScan(hooks, (document, query) =>
      query.conditions.every((condition) => {
        const values = valuesAt(document, condition);
        return values.length === 0 || values.some((value) => sameJson(value, condition.value));
      }),
    );
  },
};
