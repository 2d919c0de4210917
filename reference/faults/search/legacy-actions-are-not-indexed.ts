import type { Fault } from "../fault.ts";

export const legacyActionsAreNotIndexed: Fault = {
  id: "search/legacy-actions-are-not-indexed",
  title: "Search does not follow actions that come through the legacy face.",
  requirement: ["SEARCH-08", "EQUIV-07"],
  install(hooks) {
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      return call.operation.id === "legacyAppendAction" ? { ...honest, searchDocument: null } : honest;
    });
  },
};
