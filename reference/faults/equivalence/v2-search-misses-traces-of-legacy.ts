import { inFound, tracesWritten } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const v2SearchMissesTracesOfLegacy: Fault = {
  id: "equivalence/v2-search-misses-traces-of-legacy",
  title: "The v2 search does not find traces that were created through the legacy face.",
  requirement: ["EQUIV-04", "EQUIV-08", "SEARCH-09", "SEARCH-03"],
  install(hooks) {
    const made = tracesWritten(hooks, { face: "legacy", kind: "create" });
    inFound(hooks, (found) => found.filter((traceId) => !made.has(traceId)), { face: "v2" });
  },
};
