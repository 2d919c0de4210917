import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsNeedNoToken: Fault = {
  id: "authentication/v2-details-need-no-token",
  title: "The v2 details are answered without a token.",
  requirement: "AUTH-03",
  install(hooks) {
    openWithoutHeader(hooks, "v2TraceDetails");
  },
};
