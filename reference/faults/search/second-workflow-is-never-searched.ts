import type { Fault } from "../fault.ts";

export const secondWorkflowIsNeverSearched: Fault = {
  id: "search/second-workflow-is-never-searched",
  title: "Nothing is found in any workflow but the first of the organization.",
  requirement: ["SEARCH-03", "SEARCH-09"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      const [first] = hooks.directory.workflowsOf(query.organization);
      return query.workflowId === first?.id ? await inner(call, query) : [];
    });
  },
};
