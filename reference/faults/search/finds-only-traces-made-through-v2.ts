import { inFound, tracesWritten } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const findsOnlyTracesMadeThroughV2: Fault = {
  id: "search/finds-only-traces-made-through-v2",
  title: "Traces that were created through the legacy face are not found.",
  requirement: ["SEARCH-03", "SEARCH-09", "EQUIV-06", "EQUIV-08"],
  install(hooks) {
    const made = tracesWritten(hooks, { face: "v2", kind: "create" });
    inFound(hooks, (found) => found.filter((traceId) => made.has(traceId)));
  },
};
