import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2StateNeedsNoToken: Fault = {
  id: "authentication/v2-state-needs-no-token",
  title: "The v2 state is answered without a token.",
  requirement: "AUTH-04",
  install(hooks) {
    openWithoutHeader(hooks, "v2TraceState");
  },
};
