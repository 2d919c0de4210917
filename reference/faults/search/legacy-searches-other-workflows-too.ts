import type { Fault } from "../fault.ts";

export const legacySearchesOtherWorkflowsToo: Fault = {
  id: "search/legacy-searches-other-workflows-too",
  title: "A legacy search finds traces of every workflow of the organization.",
  requirement: ["SEARCH-06", "EQUIV-04"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      if (call.face === "v2") return await inner(call, query);
      const workflows = hooks.directory.workflowsOf(query.organization);
      const found = await Promise.all(workflows.map(({ id }) => inner(call, { ...query, workflowId: id })));
      return found.flat();
    });
  },
};
