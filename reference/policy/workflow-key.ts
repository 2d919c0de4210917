import type { Face } from "../core/call.ts";
import type { Directory, WorkflowDefinition } from "../identity/directory.ts";

/** What the path parameter `workflowId` of a search may be. Open point `search-workflow-key`. */
export interface WorkflowPolicy {
  find(directory: Directory, organization: string, key: string, face: Face): WorkflowDefinition | undefined;
}

/** v2 takes the id or the name, legacy the id. */
export const idOrName: WorkflowPolicy = {
  find: (directory, organization, key, face) =>
    byId(directory, organization, key) ?? (face === "v2" ? directory.workflowByName(organization, key) : undefined),
};

/** The workflow of that id, if it belongs to the organization. */
export function byId(directory: Directory, organization: string, key: string): WorkflowDefinition | undefined {
  const workflow = directory.workflow(key);
  return workflow?.organization === organization ? workflow : undefined;
}
