/**
 * A walk on which every number is small: an action that waits until all is done, e.g. all pieces are delivered, then
 * comes after few.
 */
import type { JsonObject } from "../../../spec/json.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "../walk/explore.ts";

type Walker = Pick<Explorer, "explore" | "steps"> & {
  readonly known: { workflow: WorkflowDescription };
  stage: Explorer["stage"];
};

/** Walks so where actions were never accepted and numbers can be smaller. */
export async function tryLeastNumbers(explorer: Walker, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const actions = workflow.actions.map((action) =>
    action.dataSchema ? { ...action, dataSchema: withNumbersFrom(action.dataSchema, "low") } : action,
  );
  const areOther = actions.some(({ dataSchema }, at) => dataSchema !== workflow.actions[at]?.dataSchema);
  if (!areOther || neverTaken(traces, workflow).length === 0) return;
  // Refusals on this walk teach no form and no order: a small number may be refused for itself.
  const before = explorer.steps.length;
  explorer.stage = "again";
  explorer.known.workflow = { ...workflow, actions };
  await explorer.explore(new Map());
  const taken = explorer.steps.splice(before).filter(({ tried }) => tried?.taken !== false);
  explorer.steps.push(...taken);
  explorer.stage = "first";
  explorer.known.workflow = withFormsOf(explorer.known.workflow, workflow, actions);
}

/** The workflow as it is now, with former schemas in place of those that were set meanwhile. */
export function withFormsOf(
  now: WorkflowDescription,
  { actions: before }: WorkflowDescription,
  meanwhile: WorkflowDescription["actions"],
): WorkflowDescription {
  const formOf = (form: JsonObject | undefined): JsonObject | undefined =>
    before[meanwhile.findIndex(({ dataSchema }) => dataSchema !== undefined && dataSchema === form)]?.dataSchema ??
    form;
  return {
    ...now,
    actions: now.actions.map((one) => {
      const dataSchema = formOf(one.dataSchema);
      return dataSchema ? { ...one, dataSchema } : one;
    }),
  };
}
