import { openToToken, invented } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacySearchTakesAnyToken: Fault = {
  id: "authentication/legacy-search-takes-any-token",
  title: "The legacy search is answered with any text as the token.",
  requirement: "AUTH-29",
  install(hooks) {
    openToToken(hooks, "legacySearchTraces", invented);
  },
};
