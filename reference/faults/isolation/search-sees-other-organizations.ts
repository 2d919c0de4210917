import type { Fault } from "../fault.ts";

export const searchSeesOtherOrganizations: Fault = {
  id: "isolation/search-sees-other-organizations",
  title: "A search finds traces of other organizations when their workflow is named.",
  requirement: "ISO-05",
  install(hooks) {
    hooks.policy.workflowKey = {
      find: (directory, organization, key, face) =>
        directory.workflow(key) ?? (face === "v2" ? directory.workflowByName(organization, key) : undefined),
    };
    hooks.around(
      "search",
      (inner) => (call, query) =>
        inner(call, {
          ...query,
          organization: hooks.directory.workflow(query.workflowId)?.organization ?? query.organization,
        }),
    );
  },
};
