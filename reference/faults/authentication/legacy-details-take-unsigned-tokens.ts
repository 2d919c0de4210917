import { openToToken, unsigned } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyDetailsTakeUnsignedTokens: Fault = {
  id: "authentication/legacy-details-take-unsigned-tokens",
  title: "The legacy details are answered with an unsigned token of the algorithm `none`.",
  requirement: "AUTH-26",
  install(hooks) {
    openToToken(hooks, "legacyTraceDetails", unsigned);
  },
};
