import type { WorkflowItem } from "../../core/records.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacySaysIdAndName: Fault = {
  id: "workflows/legacy-says-id-and-name",
  title: "The legacy workflow list calls the members `id` and `name`.",
  requirement: "FLOW-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "workflows" }, (items) =>
      (items as WorkflowItem[]).map(({ workflowId, workflowName }) => ({ id: workflowId, name: workflowName })),
    );
  },
};
