import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacySingleResultIsNoList: Fault = {
  id: "search/legacy-single-result-is-no-list",
  title: "A legacy search that finds one trace answers its id without a list.",
  requirement: "SEARCH-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "search" }, (found) => {
      const [only, ...more] = found as string[];
      return only !== undefined && more.length === 0 ? only : found;
    });
  },
};
