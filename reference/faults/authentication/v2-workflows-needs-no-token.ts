import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2WorkflowsNeedsNoToken: Fault = {
  id: "authentication/v2-workflows-needs-no-token",
  title: "The v2 workflow list is answered without a token.",
  requirement: "AUTH-08",
  install(hooks) {
    openWithoutHeader(hooks, "v2ListWorkflows");
  },
};
