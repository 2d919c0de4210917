import { openToToken, cut } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyStateTakesTheBeginningOfAToken: Fault = {
  id: "authentication/legacy-state-takes-the-beginning-of-a-token",
  title: "The legacy state is answered with the beginning of a token.",
  requirement: "AUTH-27",
  install(hooks) {
    openToToken(hooks, "legacyTraceState", cut);
  },
};
