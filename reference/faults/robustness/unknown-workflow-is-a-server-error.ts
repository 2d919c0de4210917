import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownWorkflowIsAServerError: Fault = {
  id: "robustness/unknown-workflow-is-a-server-error",
  title: "A workflow that does not exist is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["unknown-workflow"], () => crashed());
  },
};
