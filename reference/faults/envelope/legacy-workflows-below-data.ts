import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyWorkflowsBelowData: Fault = {
  id: "envelope/legacy-workflows-below-data",
  title: "The legacy workflow list stands in a member `data`.",
  requirement: ["ENV-02", "FLOW-02"],
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "workflows" }, (data) => ({ data }));
  },
};
