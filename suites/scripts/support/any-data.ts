/**
 * Chooses the workflow for data of every kind: if the first workflow requires a form, another one that takes and shows
 * any data.
 */
import { fittingAction, isOpen } from "../../../generators/index.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** Its index; undefined where the first workflow takes any data, or no other does and shows them. */
export function otherOfAnyData(workflows: readonly WorkflowDescription[], profile: Profile): number | undefined {
  const takesAny = (workflow: WorkflowDescription | undefined): boolean => {
    const create = fittingAction(workflow, "create");
    return create !== undefined && isOpen(create);
  };
  const isShown = (workflow: WorkflowDescription): boolean => Boolean(stateReadingOf(profile, workflow)?.path);
  if (takesAny(workflows[0])) return undefined;
  const place = workflows.findIndex((workflow, at) => at > 0 && takesAny(workflow) && isShown(workflow));
  return place < 0 ? undefined : place;
}
