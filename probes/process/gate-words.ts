/** Whether an action that a state lists is refused in the words in which others are that it does not list. */
import { listedIn, lists } from "../../spec/readings/process.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { faces } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ActStep, OperationStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import type { ProbeContext } from "../probe.ts";
import { isTurnedDown } from "./observations.ts";

/** An action that was refused again, as the list that was read behind it might not have let expect. */
export interface RefusedAgain {
  readonly workflow: WorkflowDescription;
  readonly listing: NextActions | undefined;
  readonly action: ActionDescription;
  readonly step: Pick<ActStep, "workflow" | "actor">;
  /** The state of the trace, read by who was refused. */
  readonly read: Exchange;
  readonly refusal: Exchange;
}

/** False where nothing is unlisted, or where no list names the action that was refused. */
export async function isRefusedAsUnlisted(
  { run: ask, runId }: Pick<ProbeContext, "run" | "runId">,
  { workflow, listing, action, step, read, refusal }: RefusedAgain,
): Promise<boolean> {
  const shown = listing && listedIn(payloadMember(read, "state"), listing);
  if (!listing || !shown || read.intent.kind !== "state" || !lists(shown, action)) return false;
  const { traceId } = read.intent;
  const actor = step.actor === undefined ? {} : { actor: step.actor };
  const run = async (one: OperationStep) => (await ask("what is not listed", [{ ...one, ...actor }])).at(-1);
  const now = await run({ op: "state", face: "v2", trace: traceId });
  const listed = now && listedIn(payloadMember(now, "state"), listing);
  const unlisted = listed && workflow.actions.find((one) => one.appends && !lists(listed, one));
  if (!unlisted) return false;
  const data = fitting(unlisted, actionData(runId, "unlisted", 0));
  const common = { face: faces[0], workflow: step.workflow ?? 0, candidateFor: "action-gating" as const };
  const answer = await run({ op: "act", trace: traceId, action: unlisted.key, ...common, ...data });
  return answer !== undefined && isTurnedDown(answer) && wordsOf(answer, workflow) === wordsOf(refusal, workflow);
}

/** A refusal without what it names: keys, groups and numbers. */
function wordsOf({ response }: Exchange, { actions }: WorkflowDescription): string {
  const told = `${String(response?.status)} ${JSON.stringify(response?.json?.value ?? null)}`;
  const names = actions.flatMap(({ key, groupLabel }) => [key, groupLabel]);
  const words = told.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "#").replaceAll(/\d+/g, "#");
  return names.reduce((text, name) => text.replaceAll(name, "*"), words);
}
