/** Finds out whether an action that a state lists is refused in the same words as actions that it does not list. */
import { listedIn, lists } from "../../../spec/readings/listed-next.ts";
import { createdTraceOf, payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import type { Write } from "../rebuilt.ts";
import { isTurnedDown } from "../observations.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** A listed action that was refused again, and the list that was read after it. */
export interface RefusedAgain {
  readonly workflow: WorkflowDescription;
  readonly listing: NextActions | undefined;
  readonly action: ActionDescription;
  readonly step: Pick<ActStep, "workflow" | "actor">;
  /** The state of the trace, as the refused user sees it. */
  readonly read: Exchange;
  readonly refusal: Exchange;
  /** The actions before it, on a trace called `$again`. */
  readonly before?: readonly Write[];
}

/** How actions that the list does not name are refused. */
export interface UnlistedWords {
  /** True where the listed action was refused in the same words. */
  readonly isSame: boolean;
  /** Words in which several unlisted actions were refused, or one in words that name it. */
  readonly words: readonly string[];
}

const unknown: UnlistedWords = { isSame: false, words: [] };

/** The action is looked for as not yet listed in at most so many first states of a new trace. */
const mostEarlier = 2;
/** At most so many unlisted actions are tried. */
const maxUnlisted = 2;

/** Sends actions that the list does not name, through both faces, and compares the words of the refusals. */
export async function unlistedWords(
  { run: ask, runId }: Asker,
  { workflow, listing, action, step, read, refusal, before = [] }: RefusedAgain,
): Promise<UnlistedWords> {
  const shown = listing && listedIn(payloadMember(read, "state"), listing);
  if (!listing || !shown || read.intent.kind !== "state" || !lists(shown, action)) return unknown;
  const { traceId } = read.intent;
  const actor = step.actor === undefined ? {} : { actor: step.actor };
  const run = async (one: OperationStep) => (await ask("what is not listed", [{ ...one, ...actor }])).at(-1);
  const now = await run({ op: "state", face: "v2", trace: traceId });
  const listed = now && listedIn(payloadMember(now, "state"), listing);
  const unlisted = listed
    ? workflow.actions.filter((one) => one.appends && !lists(listed, one)).slice(0, maxUnlisted)
    : [];
  const refusedAs = async (one: ActionDescription, number: number, face: Face, by: typeof actor | undefined) => {
    const common = { face, workflow: step.workflow ?? 0, candidateFor: "action-gating" as const };
    const data = fitting(one, actionData(runId, "unlisted", number));
    const act: OperationStep = { op: "act", trace: traceId, action: one.key, ...common, ...data };
    const answer = (await ask("what is not listed", [{ ...act, ...by }])).at(-1);
    return answer && isTurnedDown(answer) ? refusalText(answer, workflow) : undefined;
  };
  const words = refusalText(refusal, workflow);
  /**
   * True where the action gets the same words early on a trace, where it is not listed yet, and wrong data get other
   * words.
   */
  const isRefusedEarlier = async (): Promise<boolean> => {
    const [created, ...others] = before;
    const started = created?.op === "create" ? await run({ ...created, as: "early" }) : undefined;
    const early = started && createdTraceOf(started);
    if (!created || early === undefined) return false;
    for (const next of [undefined, ...others.slice(0, mostEarlier)]) {
      if (next?.op === "act" && !(await takes({ ...next, trace: early }))) return false;
      const state = await run({ op: "state", face: "v2", trace: early });
      const there = state && listedIn(payloadMember(state, "state"), listing);
      if (!there || lists(there, action)) continue;
      const common = {
        trace: early,
        face: refusal.face,
        workflow: step.workflow ?? 0,
        candidateFor: "action-gating",
      } as const;
      const act: OperationStep = {
        op: "act",
        action: action.key,
        ...common,
        ...fitting(action, actionData(runId, "early", 0)),
      };
      const answer = await run(act);
      if (!answer || !isTurnedDown(answer) || refusalText(answer, workflow) !== words) return false;
      const wrong = await Promise.all([run({ ...act, data: {} }), run({ ...created, data: {}, as: "wrong" })]);
      return wrong.some((one) => one && isTurnedDown(one) && refusalText(one, workflow) !== words);
    }
    return false;
  };
  const takes = async (one: OperationStep): Promise<boolean> => {
    const answer = await run(one);
    return answer !== undefined && succeeded(answer);
  };
  if (before.length > 1 && (await isRefusedEarlier())) return { isSame: true, words: [] };
  const [first] = unlisted;
  const same = first && (await refusedAs(first, 0, faces[0], actor));
  const isSame = same !== undefined && same === words;
  if (isSame || same === undefined) return { isSame, words: [] };
  const told: { readonly face: Face; readonly text: string }[] = [];
  for (const [number, one] of unlisted.entries()) {
    // An action of another group is sent by its usual user: others may be refused in other words.
    const by = one.groupLabel === action.groupLabel ? actor : undefined;
    for (const face of faces) {
      const text = one === first && face === faces[0] && by ? same : await refusedAs(one, number + 1, face, by);
      if (text === undefined) return unknown;
      told.push({ face, text });
    }
  }
  const byFace = [...Map.groupBy(told, ({ face }) => face).values()].map((all) => all.map(({ text }) => text));
  // A text that does not name the action may be about its data, unless other actions get it too.
  const isOfGate = ([text = "", ...others]: readonly string[]): boolean =>
    others.length > 0 ? others.every((one) => one === text) : text.includes("*");
  return { isSame, words: byFace.filter(isOfGate).map(([text = ""]) => text) };
}
