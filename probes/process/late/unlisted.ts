/** Finds out whether the state does not list a refused action, although the known rules would let it come. */
import { senderOf } from "../../../spec/readings/people.ts";
import { listedIn, listingOf, lists } from "../../../spec/readings/listed-next.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { stepsUpTo } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** A trace is built at most so often. */
const mostTurns = 6;

/**
 * Returns evidence where the state of a fresh trace with the same data does not list the refused action; undefined
 * where it does, or where states have no list.
 */
export async function unlistedBy(
  asker: Asker,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<string | undefined> {
  const { intent } = refused;
  const listing = listingOf(profile, workflow);
  if (!listing || intent.kind !== "act" || readingOf(profile, "action-gating")?.byData?.includes(workflow.id))
    return undefined;
  const { actionKey: key, groupLabel } = intent;
  if (typeof key !== "string" || typeof groupLabel !== "string") return undefined;
  const steps = stepsUpTo(`${asker.runId}n`, workflow, history, refused);
  if (steps.length === 0) return undefined;
  const read: OperationStep = { op: "state", face: "v2", trace: "$again", actor: senderOf(refused) };
  // Where the service draws the list, it differs from trace to trace.
  let isUnlisted = false;
  for (let turn = 0; turn < mostTurns && !isUnlisted; turn += 1) {
    const exchanges = await asker.run("the same once more, up to an action that was refused", [...steps, read]);
    const last = exchanges.at(-1);
    if (exchanges.filter(succeeded).length <= steps.length || last?.intent.kind !== "state") return undefined;
    const listed = listedIn(payloadMember(last, "state"), listing);
    if (!listed) return undefined;
    isUnlisted = !lists(listed, { key, groupLabel });
  }
  if (!isUnlisted) return undefined;
  return `The state of a trace did not list ${key} where the rules would have let it come: the data decide as well.`;
}
