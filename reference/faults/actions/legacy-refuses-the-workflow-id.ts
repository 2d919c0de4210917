import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyRefusesTheWorkflowId: Fault = {
  id: "actions/legacy-refuses-the-workflow-id",
  title: "The legacy link refuses the member `workflowId`, which the creation takes.",
  requirement: ["ACT-04", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "legacyAppendAction" && input.workflowId !== undefined) {
        throw badRequest("unexpected-member", "a trace knows its workflow", "body.workflowId");
      }
      return inner(call, input);
    });
  },
};
