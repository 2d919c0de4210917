/** Whether an action that a state lists is refused in the words in which others are that it does not list. */
import { listedIn, lists } from "../../spec/readings/process.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { refusalText } from "../../spec/readings/refusal-text.ts";
import { faces, type Face } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ActStep, OperationStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import type { ProbeContext } from "../probe.ts";
import { isTurnedDown } from "./observations.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

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

/** How what is not listed is refused. */
export interface UnlistedWords {
  /** True where the action that is listed was refused in the same words. */
  readonly isSame: boolean;
  /** The words that several such actions were refused in, or one in words that name it. */
  readonly words: readonly string[];
}

const unknown: UnlistedWords = { isSame: false, words: [] };

/** However many actions are not listed: so many are tried. */
const maxUnlisted = 2;

/** False where nothing is unlisted, or where no list names the action that was refused. */
export const isRefusedAsUnlisted = async (asker: Asker, again: RefusedAgain): Promise<boolean> =>
  (await unlistedWords(asker, again, 1)).isSame;

/** In which words actions are refused that the list does not name, each through both faces where more than one is tried. */
export async function unlistedWords(
  { run: ask, runId }: Asker,
  { workflow, listing, action, step, read, refusal }: RefusedAgain,
  most = maxUnlisted,
): Promise<UnlistedWords> {
  const shown = listing && listedIn(payloadMember(read, "state"), listing);
  if (!listing || !shown || read.intent.kind !== "state" || !lists(shown, action)) return unknown;
  const { traceId } = read.intent;
  const actor = step.actor === undefined ? {} : { actor: step.actor };
  const run = async (one: OperationStep) => (await ask("what is not listed", [{ ...one, ...actor }])).at(-1);
  const now = await run({ op: "state", face: "v2", trace: traceId });
  const listed = now && listedIn(payloadMember(now, "state"), listing);
  const unlisted = listed ? workflow.actions.filter((one) => one.appends && !lists(listed, one)).slice(0, most) : [];
  const told: { readonly face: Face; readonly text: string }[] = [];
  for (const one of unlisted) {
    const data = fitting(one, actionData(runId, "unlisted", told.length));
    for (const face of most > 1 ? faces : faces.slice(0, 1)) {
      const common = { face, workflow: step.workflow ?? 0, candidateFor: "action-gating" as const };
      const answer = await run({ op: "act", trace: traceId, action: one.key, ...common, ...data });
      if (!answer || !isTurnedDown(answer)) return unknown;
      told.push({ face, text: refusalText(answer, workflow) });
    }
  }
  const byFace = [...Map.groupBy(told, ({ face }) => face).values()].map((all) => all.map(({ text }) => text));
  // What says nothing of the action may be a rule about what it brings, unless others are refused so as well.
  const isOfGate = ([text = "", ...others]: readonly string[]): boolean =>
    others.length > 0 ? others.every((one) => one === text) : text.includes("*");
  return {
    isSame: told[0]?.text === refusalText(refusal, workflow),
    words: byFace.filter(isOfGate).map(([text = ""]) => text),
  };
}
