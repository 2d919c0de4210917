import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationNeedsNoToken: Fault = {
  id: "authentication/legacy-creation-needs-no-token",
  title: "The legacy creation is answered without a token.",
  requirement: "AUTH-09",
  install(hooks) {
    openWithoutHeader(hooks, "legacyCreateTrace");
  },
};
