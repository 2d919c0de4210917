import { inFound, tracesWritten } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const legacySearchMissesTracesThatWereActedOn: Fault = {
  id: "equivalence/legacy-search-misses-traces-that-were-acted-on",
  title: "The legacy search finds traces of one link only.",
  requirement: ["EQUIV-04", "SEARCH-03", "SEARCH-08"],
  install(hooks) {
    const acted = tracesWritten(hooks, { kind: "act" });
    inFound(hooks, (found) => found.filter((traceId) => !acted.has(traceId)), { face: "legacy" });
  },
};
