import type { TraceRecord } from "../../core/records.ts";
import { everyCondition, sameJson } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const oldValuesAreStillFound: Fault = {
  id: "search/old-values-are-still-found",
  title: "A trace is also found by values that an action has since replaced.",
  requirement: ["SEARCH-08", "SEARCH-04"],
  install(hooks) {
    const earlier: TraceRecord[] = [];
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      earlier.push(write.trace);
    });
    hooks.around("search", (inner) => async (call, query) => {
      const matches = everyCondition(sameJson);
      const old = earlier.filter(
        ({ organization, workflowId, data }) =>
          organization === query.organization && workflowId === query.workflowId && matches(data, query),
      );
      return [...new Set([...(await inner(call, query)), ...old.map(({ traceId }) => traceId)])];
    });
  },
};
