import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2CreationNeedsNoToken: Fault = {
  id: "authentication/v2-creation-needs-no-token",
  title: "The v2 creation is answered without a token.",
  requirement: "AUTH-01",
  install(hooks) {
    openWithoutHeader(hooks, "v2CreateTrace");
  },
};
