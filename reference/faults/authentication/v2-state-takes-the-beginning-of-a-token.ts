import { openToToken, cut } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2StateTakesTheBeginningOfAToken: Fault = {
  id: "authentication/v2-state-takes-the-beginning-of-a-token",
  title: "The v2 state is answered with the beginning of a token.",
  requirement: "AUTH-19",
  install(hooks) {
    openToToken(hooks, "v2TraceState", cut);
  },
};
