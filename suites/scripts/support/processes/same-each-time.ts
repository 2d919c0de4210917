/** Decides which data to repeat, where only equal data tell whether an action may come again. */
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";

/**
 * The data of an action after these others, each time it is sent. Where data decide, or only sequences are known, and
 * no list tells what may come, a refusal of other data says nothing. Undefined elsewhere.
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
