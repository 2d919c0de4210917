import { openToToken, altered } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2CreationIgnoresTheSignature: Fault = {
  id: "authentication/v2-creation-ignores-the-signature",
  title: "The v2 creation is answered with a token of any signature.",
  requirement: "AUTH-16",
  install(hooks) {
    openToToken(hooks, "v2CreateTrace", altered);
  },
};
