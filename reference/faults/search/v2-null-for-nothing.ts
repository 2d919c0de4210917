import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2NullForNothing: Fault = {
  id: "search/v2-null-for-nothing",
  title: "A v2 search that finds nothing answers null.",
  requirement: "SEARCH-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "search" }, (found) => ((found as string[]).length === 0 ? null : found));
  },
};
