import { unauthorized } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyWorkflowsRefuseEverybody: Fault = {
  id: "authentication/legacy-workflows-refuse-everybody",
  title: "The legacy workflow list refuses every token.",
  requirement: ["AUTH-31", "REFUSE-03"],
  install(hooks) {
    hooks.around("authenticate", (inner) => (call, authorization) => {
      if (call.operation.id === "legacyListWorkflows") throw unauthorized("the token is not for this endpoint");
      return inner(call, authorization);
    });
  },
};
