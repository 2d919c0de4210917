/** The reading of states with what was learnt late of one workflow. */
import type { OpenPointValues, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/**
 * With another reading of the states of one workflow, where that is read by itself, and of all where it is not; undefined where
 * the configuration fixes how states are read.
 */
export function withReadingOf(
  { readings }: Profile,
  { id }: WorkflowDescription,
  reading: OpenPointValues["state-data"],
  told: string,
): Reading<"state-data"> | undefined {
  const known = readings["state-data"];
  if (!known?.value || known.pinned) return undefined;
  const { workflows } = known.value;
  const isApart = workflows !== undefined && Object.hasOwn(workflows, id);
  return {
    value: isApart ? { ...known.value, workflows: { ...workflows, [id]: reading } } : reading,
    evidence: `${known.evidence} ${told}`,
  };
}
