import { openToToken, unsigned } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyWorkflowsTakeUnsignedTokens: Fault = {
  id: "authentication/legacy-workflows-take-unsigned-tokens",
  title: "The legacy workflow list is answered with an unsigned token of the algorithm `none`.",
  requirement: "AUTH-30",
  install(hooks) {
    openToToken(hooks, "legacyListWorkflows", unsigned);
  },
};
