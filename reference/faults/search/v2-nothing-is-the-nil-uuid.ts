import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const v2NothingIsTheNilUuid: Fault = {
  id: "search/v2-nothing-is-the-nil-uuid",
  title: "A v2 search that finds nothing answers the nil UUID.",
  requirement: ["SEARCH-10", "SEARCH-04", "EQUIV-04"],
  install(hooks) {
    inFound(hooks, (found) => (found.length === 0 ? ["00000000-0000-0000-0000-000000000000"] : found), { face: "v2" });
  },
};
