import { byId } from "../../policy/workflow-key.ts";
import type { Variant } from "../variant.ts";

export const searchWorkflowKeyIdsOnly: Variant = {
  id: "search-workflow-key/ids-only",
  title: "Searches take the id of the workflow alone.",
  openPoint: "search-workflow-key",
  install(hooks) {
    hooks.policy.workflowKey.find = byId;
  },
};
