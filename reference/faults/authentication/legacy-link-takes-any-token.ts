import { openToToken, invented } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyLinkTakesAnyToken: Fault = {
  id: "authentication/legacy-link-takes-any-token",
  title: "The legacy link is answered with any text as the token.",
  requirement: "AUTH-25",
  install(hooks) {
    openToToken(hooks, "legacyAppendAction", invented);
  },
};
