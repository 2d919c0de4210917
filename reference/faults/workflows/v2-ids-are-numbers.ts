import type { WorkflowItem } from "../../core/records.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2IdsAreNumbers: Fault = {
  id: "workflows/v2-ids-are-numbers",
  title: "The v2 workflow list writes ids as numbers.",
  requirement: "FLOW-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "workflows" }, (items) =>
      (items as WorkflowItem[]).map((item) => ({ ...item, workflowId: Number(item.workflowId) })),
    );
  },
};
