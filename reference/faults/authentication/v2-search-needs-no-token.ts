import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2SearchNeedsNoToken: Fault = {
  id: "authentication/v2-search-needs-no-token",
  title: "The v2 search is answered without a token.",
  requirement: "AUTH-07",
  install(hooks) {
    openWithoutHeader(hooks, "v2SearchTraces");
  },
};
