import type { Fault } from "../fault.ts";

export const indexNeverFollowsActions: Fault = {
  id: "search/index-never-follows-actions",
  title: "Search keeps seeing a trace as it was created.",
  requirement: "SEARCH-08",
  install(hooks) {
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      return call.kind === "act" ? { ...honest, searchDocument: null } : honest;
    });
  },
};
