/** A walk on which every number is small: what waits until all of it is done, as for so many pieces, then waits for little. */
import type { JsonObject } from "../../../spec/json.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "./explore.ts";

type Walker = Pick<Explorer, "explore" | "steps"> & { workflow: Explorer["workflow"]; stage: Explorer["stage"] };

/** Walks so where actions were never taken that other numbers may lead to. */
export async function tryLeastNumbers(explorer: Walker, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer;
  const actions = workflow.actions.map((action) =>
    action.dataSchema ? { ...action, dataSchema: withNumbersFrom(action.dataSchema, "low") } : action,
  );
  const areOther = actions.some(({ dataSchema }, at) => dataSchema !== workflow.actions[at]?.dataSchema);
  if (!areOther || neverTaken(traces, workflow).length === 0) return;
  // No form is learnt from what is refused then, and no order: a small number may be refused for itself.
  const before = explorer.steps.length;
  explorer.stage = "again";
  explorer.workflow = { ...workflow, actions };
  await explorer.explore(new Map());
  const taken = explorer.steps.splice(before).filter(({ tried }) => tried?.taken !== false);
  explorer.steps.push(...taken);
  explorer.stage = "first";
  explorer.workflow = withFormsOf(explorer.workflow, workflow, actions);
}

/** What a workflow became while its actions had other forms, with those that it had before. */
function withFormsOf(
  now: Explorer["workflow"],
  { actions: before }: Explorer["workflow"],
  meanwhile: Explorer["workflow"]["actions"],
): Explorer["workflow"] {
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
