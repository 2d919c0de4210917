/** The reading of states with what is learnt late of one workflow. */
import type { OpenPointValues, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** How states are read, where the configuration does not fix it. */
type OpenReading = Reading<"state-data"> & { readonly value: OpenPointValues["state-data"] };

/** How states are read; undefined where the configuration fixes it, or nobody knows. */
export function openReading({ readings }: Profile): OpenReading | undefined {
  const { "state-data": known } = readings;
  return known?.value === undefined || known.pinned === true ? undefined : { ...known, value: known.value };
}

/** With another reading of the states of one workflow, which says nothing of the others. */
export function withReadingOf(
  known: OpenReading,
  target: Pick<JudgingTarget, "workflows">,
  { id }: WorkflowDescription,
  reading: OpenPointValues["state-data"],
  told: string,
): Reading<"state-data"> {
  const { value, evidence } = known;
  const ofAll = { ...value, workflows: { ...value.workflows, [id]: reading } };
  return { value: target.workflows.length > 1 ? ofAll : reading, evidence: `${evidence} ${told}` };
}
