import { openToToken, unsigned } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsTakeUnsignedTokens: Fault = {
  id: "authentication/v2-details-take-unsigned-tokens",
  title: "The v2 details are answered with an unsigned token of the algorithm `none`.",
  requirement: "AUTH-18",
  install(hooks) {
    openToToken(hooks, "v2TraceDetails", unsigned);
  },
};
