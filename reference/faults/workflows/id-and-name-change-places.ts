import type { Fault } from "../fault.ts";

export const idAndNameChangePlaces: Fault = {
  id: "workflows/id-and-name-change-places",
  title: "The name of a workflow stands under `workflowId` and its id under `workflowName`.",
  requirement: "FLOW-03",
  install(hooks) {
    hooks.around(
      "workflows",
      (inner) => (call, items) =>
        inner(call, items).map((item) => ({ workflowId: item.workflowName, workflowName: item.workflowId })),
    );
  },
};
