import type { Fault } from "../fault.ts";

export const legacyListsOtherOrganizationsToo: Fault = {
  id: "workflows/legacy-lists-other-organizations-too",
  title: "The legacy list holds the workflows of all organizations.",
  requirement: "EQUIV-05",
  install(hooks) {
    hooks.around("workflows", (inner) => (call, items) => {
      const honest = inner(call, items);
      if (call.face === "v2") return honest;
      const all = [...hooks.directory.organizations].flatMap((name) => hooks.directory.workflowsOf(name));
      return all.map(({ id, name }) => ({ workflowId: id, workflowName: name }));
    });
  },
};
