import { openToToken, unsigned } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2SearchTakesUnsignedTokens: Fault = {
  id: "authentication/v2-search-takes-unsigned-tokens",
  title: "The v2 search is answered with an unsigned token of the algorithm `none`.",
  requirement: "AUTH-22",
  install(hooks) {
    openToToken(hooks, "v2SearchTraces", unsigned);
  },
};
