import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacySearchNeedsNoToken: Fault = {
  id: "authentication/legacy-search-needs-no-token",
  title: "The legacy search is answered without a token.",
  requirement: "AUTH-14",
  install(hooks) {
    openWithoutHeader(hooks, "legacySearchTraces");
  },
};
