import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const missesTracesOfFourLinks: Fault = {
  id: "search/misses-traces-of-four-links",
  title: "Traces of four links or more are not found.",
  requirement: ["SEARCH-03", "SEARCH-08", "SEARCH-09"],
  install(hooks) {
    const long = new Set<string>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (write.link.position >= 4) long.add(write.trace.traceId);
    });
    inFound(hooks, (found) => found.filter((traceId) => !long.has(traceId)));
  },
};
