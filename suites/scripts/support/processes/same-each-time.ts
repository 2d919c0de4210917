/** Actions of which each brings the same, where nothing but that tells whether it may come once more. */
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";

/**
 * What an action brings behind these others each time it is sent: where the data decide, or only sequences are known that
 * were taken, and no list tells what may come, what was refused with other data says nothing. Undefined elsewhere.
 */
export function sameEachTime(
  { profile }: Pick<SuiteContext, "profile">,
  workflow: WorkflowDescription,
  done: readonly string[],
): JsonObject | undefined {
  const isByData = readingOf(profile, "action-gating")?.byData?.includes(workflow.id) === true;
  const isOfSequences = processOf(profile, workflow)?.paths !== undefined;
  return (isByData || isOfSequences) && !listingOf(profile, workflow) ? { number: done.length } : undefined;
}
