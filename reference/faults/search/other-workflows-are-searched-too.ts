import type { Fault } from "../fault.ts";

export const otherWorkflowsAreSearchedToo: Fault = {
  id: "search/other-workflows-are-searched-too",
  title: "A search finds traces of every workflow of the organization.",
  requirement: "SEARCH-06",
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      const workflows = hooks.directory.workflowsOf(query.organization);
      const found = await Promise.all(workflows.map(({ id }) => inner(call, { ...query, workflowId: id })));
      return found.flat();
    });
  },
};
