import type { WorkflowItem } from "../../core/records.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyHasNoNames: Fault = {
  id: "workflows/legacy-has-no-names",
  title: "The legacy workflow list leaves out the names.",
  requirement: "FLOW-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "workflows" }, (items) =>
      (items as WorkflowItem[]).map(({ workflowId }) => ({ workflowId })),
    );
  },
};
