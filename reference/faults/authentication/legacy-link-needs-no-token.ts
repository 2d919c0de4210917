import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyLinkNeedsNoToken: Fault = {
  id: "authentication/legacy-link-needs-no-token",
  title: "The legacy link is answered without a token.",
  requirement: "AUTH-10",
  install(hooks) {
    openWithoutHeader(hooks, "legacyAppendAction");
  },
};
