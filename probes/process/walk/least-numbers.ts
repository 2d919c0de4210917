/** A walk on which every number is small: what waits until all of it is done, as for so many pieces, then waits for little. */
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "./explore.ts";

type Walker = Pick<Explorer, "explore"> & { workflow: Explorer["workflow"]; stage: Explorer["stage"] };

/** Walks so where actions were never taken that other numbers may lead to. */
export async function tryLeastNumbers(explorer: Walker, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer;
  const actions = workflow.actions.map((action) =>
    action.dataSchema ? { ...action, dataSchema: withNumbersFrom(action.dataSchema, "low") } : action,
  );
  const areOther = actions.some(({ dataSchema }, at) => dataSchema !== workflow.actions[at]?.dataSchema);
  if (!areOther || neverTaken(traces, workflow).length === 0) return;
  // No form is learnt from what is refused then.
  explorer.stage = "again";
  explorer.workflow = { ...workflow, actions };
  await explorer.explore(new Map());
  [explorer.stage, explorer.workflow] = ["first", workflow];
}
