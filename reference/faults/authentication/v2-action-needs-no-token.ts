import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2ActionNeedsNoToken: Fault = {
  id: "authentication/v2-action-needs-no-token",
  title: "The v2 action is answered without a token.",
  requirement: "AUTH-02",
  install(hooks) {
    openWithoutHeader(hooks, "v2AppendAction");
  },
};
