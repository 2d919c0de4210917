import type { WorkflowItem } from "../../core/records.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2KeyedById: Fault = {
  id: "workflows/v2-keyed-by-id",
  title: "The v2 workflow list is an object of names by id.",
  requirement: ["FLOW-01", "ENV-03"],
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "workflows" }, (items) =>
      Object.fromEntries((items as WorkflowItem[]).map(({ workflowId, workflowName }) => [workflowId, workflowName])),
    );
  },
};
