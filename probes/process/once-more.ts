/** Builds a trace again as it was when one of its actions was refused. */
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { actionData } from "../fixture/fixture-data.ts";
import type { ProbeContext } from "../probe.ts";

type Asker = Pick<ProbeContext, "runId">;

/** A trace with more actions than this is not built again. */
const longest = 30;

/** The creation of `$again` and the actions that were accepted before the refusal, with markers of their own. */
export function stepsUpTo({ runId }: Asker, { exchanges }: History, refused: Exchange): readonly OperationStep[] {
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
