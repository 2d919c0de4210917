import { openToToken, cut } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2WorkflowsTakeTheBeginningOfAToken: Fault = {
  id: "authentication/v2-workflows-take-the-beginning-of-a-token",
  title: "The v2 workflow list is answered with the beginning of a token.",
  requirement: "AUTH-23",
  install(hooks) {
    openToToken(hooks, "v2ListWorkflows", cut);
  },
};
