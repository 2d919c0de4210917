import type { Variant } from "../variant.ts";

export const searchWorkflowKeyNamesOnly: Variant = {
  id: "search-workflow-key/names-only",
  title: "Searches take the name of the workflow alone.",
  openPoint: "search-workflow-key",
  install(hooks) {
    hooks.policy.workflowKey.find = (directory, organization, key) => directory.workflowByName(organization, key);
  },
};
