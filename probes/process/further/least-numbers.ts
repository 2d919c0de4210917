/** A walk on which every number is small: what waits until all of it is done, as for so many pieces, then waits for little. */
import type { JsonObject } from "../../../spec/json.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "../walk/explore.ts";

type Walker = Pick<Explorer, "explore" | "steps"> & {
  readonly known: { workflow: WorkflowDescription };
  stage: Explorer["stage"];
};

/** Walks so where actions were never taken that other numbers may lead to. */
export async function tryLeastNumbers(explorer: Walker, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const actions = workflow.actions.map((action) =>
    action.dataSchema ? { ...action, dataSchema: withNumbersFrom(action.dataSchema, "low") } : action,
  );
  const areOther = actions.some(({ dataSchema }, at) => dataSchema !== workflow.actions[at]?.dataSchema);
  if (!areOther || neverTaken(traces, workflow).length === 0) return;
  // No form is learnt from what is refused then, and no order: a small number may be refused for itself.
  const before = explorer.steps.length;
  explorer.stage = "again";
  explorer.known.workflow = { ...workflow, actions };
  await explorer.explore(new Map());
  const taken = explorer.steps.splice(before).filter(({ tried }) => tried?.taken !== false);
  explorer.steps.push(...taken);
  explorer.stage = "first";
  explorer.known.workflow = withFormsOf(explorer.known.workflow, workflow, actions);
}

/** What a workflow became while its actions had other forms, with those that it had before. */
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
