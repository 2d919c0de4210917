import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2RefusesTheWorkflowId: Fault = {
  id: "actions/v2-refuses-the-workflow-id",
  title: "The v2 action refuses the field `workflowId`, which the creation takes.",
  requirement: ["ACT-03", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "v2AppendAction" && input.workflowId !== undefined) {
        throw badRequest("unexpected-field", "a trace knows its workflow", "workflowId");
      }
      return inner(call, input);
    });
  },
};
