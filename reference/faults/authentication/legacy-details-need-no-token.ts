import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyDetailsNeedNoToken: Fault = {
  id: "authentication/legacy-details-need-no-token",
  title: "The legacy details are answered without a token.",
  requirement: "AUTH-11",
  install(hooks) {
    openWithoutHeader(hooks, "legacyTraceDetails");
  },
};
