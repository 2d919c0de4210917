import { openToToken, invented } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2ActionTakesAnyToken: Fault = {
  id: "authentication/v2-action-takes-any-token",
  title: "The v2 action is answered with any text as the token.",
  requirement: "AUTH-17",
  install(hooks) {
    openToToken(hooks, "v2AppendAction", invented);
  },
};
