import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyListBelowTraces: Fault = {
  id: "search/legacy-list-below-traces",
  title: "The legacy search puts the list in a member `traces`.",
  requirement: "SEARCH-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "search" }, (traces) => ({ traces }));
  },
};
