/** Whether the state of a trace lists an action that was refused, where by the rules it might have come. */
import { senderOf } from "../../spec/readings/people.ts";
import { listedIn, listingOf, lists } from "../../spec/readings/process.ts";
import { createdTraceOf, payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { actionData } from "../fixture/fixture-data.ts";
import type { ProbeContext } from "../probe.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** A trace with more actions than this is not built again. */
const longest = 30;

/**
 * In words, that the state does not list the refused action on a fresh trace with the same data; undefined where it does,
 * or where states list nothing.
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
  const steps = stepsUpTo(asker, history, refused);
  if (steps.length === 0) return undefined;
  const read: OperationStep = { op: "state", face: "v2", trace: "$again", actor: senderOf(refused) };
  const exchanges = await asker.run("the same once more, up to an action that was refused", [...steps, read]);
  const last = exchanges.at(-1);
  if (exchanges.filter(succeeded).length <= steps.length || last?.intent.kind !== "state") return undefined;
  const listed = listedIn(payloadMember(last, "state"), listing);
  if (!listed || lists(listed, { key, groupLabel })) return undefined;
  return `The state of a trace did not list ${key} where the rules would have let it come: the data decide as well.`;
}

/** The creation and the actions that were accepted before the refusal, with markers of their own. */
function stepsUpTo({ runId }: Asker, { exchanges }: History, refused: Exchange): readonly OperationStep[] {
  if (refused.intent.kind !== "act") return [];
  const { traceId } = refused.intent;
  const isOf = (one: Exchange): boolean =>
    (one.intent.kind === "create" && createdTraceOf(one) === traceId) ||
    (one.intent.kind === "act" && one.intent.traceId === traceId);
  const accepted = exchanges.filter(
    (one) => one.receivedAtMs <= refused.sentAtMs && isOf(one) && succeeded(one) && one.defects.length === 0,
  );
  if (accepted[0]?.intent.kind !== "create" || accepted.length > longest) return [];
  return accepted.flatMap(({ intent, face, actor }, index): readonly OperationStep[] => {
    if ((intent.kind !== "create" && intent.kind !== "act") || typeof intent.actionKey !== "string") return [];
    const { workflow = 0, actionKey: action, markerAt, data } = intent;
    const fresh = { tcMark: actionData(runId, "unlisted", index)["tcMark"] ?? "" };
    const own = markerAt === undefined ? fresh : markerAt.length === 1 ? { [markerAt[0] ?? ""]: fresh.tcMark } : {};
    const common = { face, actor, workflow, action, data: { ...(data as JsonObject), ...own } };
    const trial = { candidateFor: "action-gating" } as const;
    return intent.kind === "create"
      ? [{ op: "create", as: "again", ...common, ...trial, ...(markerAt ? { markerAt } : {}) }]
      : [{ op: "act", trace: "$again", ...common, ...trial, ...(markerAt ? { markerAt } : {}) }];
  });
}
