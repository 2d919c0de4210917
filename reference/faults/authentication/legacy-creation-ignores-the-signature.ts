import { openToToken, altered } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationIgnoresTheSignature: Fault = {
  id: "authentication/legacy-creation-ignores-the-signature",
  title: "The legacy creation is answered with a token of any signature.",
  requirement: "AUTH-24",
  install(hooks) {
    openToToken(hooks, "legacyCreateTrace", altered);
  },
};
