/**
 * Finds out whether data of earlier actions decide that an action is refused, where no state lists what may come next.
 */
import { isTaken } from "../../../spec/readings/actions.ts";
import { colleaguesOf, senderOf } from "../../../spec/readings/people.ts";
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { mayFollow, processOf } from "../../../spec/readings/process.ts";
import { alternating, faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import { Explorer } from "../walk/explore.ts";
import { isTurnedDown } from "../observations.ts";
import { stepsUpTo } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** At most so many other actions are tried in place of the refused one. */
const maxOthers = 6;

/**
 * Returns evidence where both faces refuse the action again after the same data, another action is accepted in its
 * place, and the action is accepted after other data; else undefined. The other action must be one that the known rules
 * forbid there, or one after which the refused action is accepted; where the workflow is a known process, any.
 */
export async function decidedByData(
  asker: Asker,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<string | undefined> {
  const { intent } = refused;
  const isKnown = readingOf(profile, "action-gating")?.byData?.includes(workflow.id) === true;
  if (intent.kind !== "act" || isKnown || listingOf(profile, workflow)) return undefined;
  const { actionKey: key, workflow: index } = intent;
  const steps = stepsUpTo(`${asker.runId}d`, workflow, history, refused);
  if (typeof key !== "string" || steps.length === 0) return undefined;
  const done = steps.flatMap((step) => (step.op === "create" || step.op === "act" ? (step.action ?? []) : []));
  const rules = processOf(profile, workflow);
  const others = workflow.actions.filter((one) => one.appends && one.key !== key).slice(0, maxOthers);
  const outOfTurn = others.filter((one) => rules !== undefined && !mayFollow(rules, done, one.key));
  const inItsPlace = [...outOfTurn, ...others.filter((one) => !outOfTurn.includes(one))];

  let documents = 0;
  const act = (action: string, face = alternating(documents)): OperationStep => {
    documents += 1;
    const description = workflow.actions.find((one) => one.key === action);
    const data = fitting(description, actionData(asker.runId, "by-data", documents));
    const sender = action === key ? { actor: senderOf(refused) } : {};
    const trial = { candidateFor: "action-gating" } as const;
    return { op: "act", face, trace: "$again", workflow: index, action, ...data, ...sender, ...trial };
  };
  const group = workflow.actions.find((one) => one.key === key)?.groupLabel;
  // If a colleague may do it after the same data, the data do not decide.
  const colleagues = colleaguesOf(asker.target.people, group, senderOf(refused)).slice(0, 1);
  const same = [...faces.map((face) => act(key, face)), ...colleagues.map((actor) => ({ ...act(key), actor }))];
  const tried: readonly OperationStep[] = [...same, ...inItsPlace.flatMap(({ key: other }) => [act(other), act(key)])];
  const answers = (await asker.run("the same data once more", [...steps, ...tried])).slice(steps.length);
  if (answers.length < tried.length || !answers.slice(0, same.length).every(isTurnedDown)) return undefined;
  const first = tried.findIndex((step, at) => step.op === "act" && step.action !== key && isTaken(answers[at]));
  const [other, again] = [tried[first], answers[first + 1]];
  if (other?.op !== "act") return undefined;
  const isNew = outOfTurn.some((one) => one.key === other.action);
  if (!isNew && !rules && !isTaken(again)) return undefined;

  const explorer = new Explorer({ ...asker, runId: `${asker.runId}e` }, index, workflow, undefined);
  const traceId = await builtUpTo(explorer, done);
  if (traceId === undefined || !(await explorer.takes(traceId, key))) return undefined;
  return `After the same data ${key} is refused again, through both faces, and ${other.action ?? ""} is taken; after other data ${key} is taken: the data of earlier actions decide as well.`;
}
