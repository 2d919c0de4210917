import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyWorkflowsNeedsNoToken: Fault = {
  id: "authentication/legacy-workflows-needs-no-token",
  title: "The legacy workflow list is answered without a token.",
  requirement: "AUTH-15",
  install(hooks) {
    openWithoutHeader(hooks, "legacyListWorkflows");
  },
};
