/**
 * Repeats an action that was accepted although the state did not list it, on a trace that is built again: first through
 * the other face, then through the one that accepted it. Rules blame what only one of them accepts.
 */
import { senderOf } from "../../../spec/readings/people.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { rebuilt, withOwnMarker } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

export async function throughBoth(asker: Asker, history: History, taken: Exchange): Promise<void> {
  const { intent, face } = taken;
  const workflow = intent.kind === "act" ? asker.target.workflows[intent.workflow] : undefined;
  const again = workflow && rebuilt(asker.runId, workflow, history, taken);
  if (!again) return;
  const { candidateFor: _, ...action } = again.refused;
  const description = workflow.actions.find(({ key }) => key === action.action);
  const acts = faces
    .toSorted((one) => (one === face ? 1 : -1))
    .map((through, turn): ActStep => ({
      ...withOwnMarker(asker.runId, description, action, `gate${String(turn)}-`),
      face: through,
      outOfOrder: true,
    }));
  const read: OperationStep = { op: "state", face, trace: "$again", actor: senderOf(taken) };
  await asker.run("what was taken out of turn, through the other face first", [...again.steps, read, ...acts, read]);
}
