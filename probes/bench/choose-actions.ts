/** Which workflow and which of its actions the probes use. */
import { fittingAction } from "../../generators/index.ts";
import type { ActionDescription, JudgingTarget, WorkflowDescription } from "../../spec/vocabulary/target.ts";

export interface ChosenActions {
  readonly workflow: number;
  readonly create?: ActionDescription;
  readonly append?: ActionDescription;
}

/** The first workflow that can be both created in and appended to; else the first that can be created in. */
export function chooseActions({ workflows }: JudgingTarget): ChosenActions {
  const choices = workflows.map((workflow, index) => choiceIn(workflow, index));
  return (
    choices.find(({ create, append }) => create && append) ?? choices.find(({ create }) => create) ?? { workflow: 0 }
  );
}

function choiceIn(workflow: WorkflowDescription, index: number): ChosenActions {
  const create = fittingAction(workflow, "create");
  const others = { ...workflow, actions: workflow.actions.filter(({ key }) => key !== create?.key) };
  // Another action than the creating one tells a state that is keyed by action from one that is not.
  const append = fittingAction(others, "act") ?? fittingAction(workflow, "act");
  return { workflow: index, ...(create ? { create } : {}), ...(append ? { append } : {}) };
}
