import type { JsonObject } from "../../core/json.ts";
import type { Fault } from "../fault.ts";

export const indexIsOneActionBehind: Fault = {
  id: "search/index-is-one-action-behind",
  title: "Search sees a trace as it was before its newest action.",
  requirement: "SEARCH-08",
  install(hooks) {
    const before = new Map<string, JsonObject>();
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      const searchDocument = before.get(honest.trace.traceId) ?? honest.searchDocument;
      before.set(honest.trace.traceId, honest.trace.data);
      return { ...honest, searchDocument };
    });
  },
};
