import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const oneResultForEachAction: Fault = {
  id: "search/one-result-for-each-action",
  title: "A trace stands in the answer once for each of its links.",
  requirement: "SEARCH-07",
  install(hooks) {
    const lengths = new Map<string, number>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      lengths.set(write.trace.traceId, write.trace.linkCount);
    });
    inFound(hooks, (found) => found.flatMap((id) => Array.from({ length: lengths.get(id) ?? 1 }, () => id)));
  },
};
