import { byId } from "../../policy/workflow-key.ts";
import type { Variant } from "../variant.ts";

export const searchWorkflowKeyV2NamesOnly: Variant = {
  id: "search-workflow-key/v2-names-only",
  title: "The v2 search takes the name of the workflow alone, the legacy search its id.",
  openPoint: "search-workflow-key",
  install(hooks) {
    hooks.policy.workflowKey.find = (directory, organization, key, face) =>
      face === "v2" ? directory.workflowByName(organization, key) : byId(directory, organization, key);
  },
};
