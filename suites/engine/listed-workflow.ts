/** A workflow to read and to search in where none is configured: one that the organization's own list names. */
import type { DriverOptions, Environment } from "../../driver/index.ts";
import { isJsonObject } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { askingForLists, connect } from "./connect.ts";

/** An id or name beyond this is no workflow to go on with. */
const maxCharacters = 200;

/**
 * The environment with such a workflow, which has no actions, so that nothing is written in it. As it is, where a
 * workflow is configured, no organization is, or the list names none.
 * @throws what keeps a driver from connecting
 */
export async function withListedWorkflow(
  environment: Environment,
  options: Pick<DriverOptions, "runId" | "signal" | "log">,
): Promise<Environment> {
  if (environment.workflows.length > 0 || environment.organization === undefined) return environment;
  const driver = await connect(environment, options);
  try {
    const { exchanges } = await driver.run(askingForLists);
    const found = listedWorkflow(exchanges);
    return found ? { ...environment, workflows: [found] } : environment;
  } finally {
    await driver.close();
  }
}

/** The first workflow that every list names that was given; undefined where there is none. */
export function listedWorkflow(exchanges: readonly Exchange[]): WorkflowDescription | undefined {
  const lists = exchanges.map(workflowsIn).filter((list) => list.length > 0);
  const found = lists[0]?.find(({ id }) => lists.every((list) => list.some((one) => one.id === id))) ?? lists[0]?.[0];
  return found && { ...found, actions: [], isFromList: true };
}

function workflowsIn({ support, response }: Exchange): readonly { readonly id: string; readonly name?: string }[] {
  const list: unknown = support ? undefined : response?.json?.value;
  if (!Array.isArray(list)) return [];
  const isUsable = (text: unknown): text is string =>
    typeof text === "string" && text !== "" && text.length <= maxCharacters;
  return list
    .filter(isJsonObject)
    .flatMap(({ workflowId: id, workflowName: name }) =>
      isUsable(id) ? [{ id, ...(isUsable(name) ? { name } : {}) }] : [],
    );
}
