/** The reading of states with what is learnt late of one workflow. */
import type { OpenPointValues, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** True where the configuration fixes how states are read, or nobody knows. */
export function isFixed({ readings }: Profile): boolean {
  const known = readings["state-data"];
  return !known?.value || known.pinned === true;
}

/** With another reading of the states of one workflow, which says nothing of the others; undefined where none is known. */
export function withReadingOf(
  { readings }: Profile,
  target: Pick<JudgingTarget, "workflows">,
  { id }: WorkflowDescription,
  reading: OpenPointValues["state-data"],
  told: string,
): Reading<"state-data"> | undefined {
  const known = readings["state-data"];
  if (!known?.value) return undefined;
  const { workflows } = known.value;
  return {
    value: target.workflows.length > 1 ? { ...known.value, workflows: { ...workflows, [id]: reading } } : reading,
    evidence: `${known.evidence} ${told}`,
  };
}
