/** The plain data of a trace once more, without its files, as it was when one of its actions was refused. */
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { acceptedBefore, withOwnMarker } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "runId">;

/** A trace with more actions than this is not built again. */
const longest = 30;

/** The creation of `$again` and the actions that were accepted before the refusal, with markers of their own. */
export function stepsUpTo(
  { runId }: Asker,
  { actions }: WorkflowDescription,
  { exchanges }: History,
  refused: Exchange,
): readonly OperationStep[] {
  const accepted = acceptedBefore(exchanges, refused);
  if (accepted.length > longest) return [];
  return accepted.flatMap(({ intent, face, actor }, index): readonly OperationStep[] => {
    if ((intent.kind !== "create" && intent.kind !== "act") || typeof intent.actionKey !== "string") return [];
    const { workflow = 0, actionKey: action, markerAt, data } = intent;
    const description = actions.find(({ key }) => key === action);
    const write = { data: data as JsonObject, ...(markerAt ? { markerAt } : {}) };
    // A closed form takes no member of ours, and one with a pattern no text of ours.
    const own = withOwnMarker(runId, description, write, `unlisted${String(index)}-`);
    const common = { face, actor, workflow, action, data: own };
    const trial = { candidateFor: "action-gating" } as const;
    return intent.kind === "create"
      ? [{ op: "create", as: "again", ...common, ...trial, ...(markerAt ? { markerAt } : {}) }]
      : [{ op: "act", trace: "$again", ...common, ...trial, ...(markerAt ? { markerAt } : {}) }];
  });
}
