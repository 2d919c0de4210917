/**
 * Where data decide how far a trace comes, few traces get to the end. This builds the most telling ones again with
 * their data and reads their states through both faces: the one that came furthest, some that ended otherwise, one on
 * which actions came several times, and some with other deciding values.
 */
import { isAction, traceOf } from "../../spec/readings/actions.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { faces } from "../../spec/operations.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import { decidingOf, nameOfTurn, type DecidingMembers } from "./deciding-members.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { builtAgain } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** In at most so many workflows. */
const maxWorkflows = 2;
/**
 * A trace with fewer different actions tells nothing that other scripts do not; one with more actions costs too much.
 */
const [fewest, longest] = [4, 14];
/**
 * At most so many traces that ended otherwise than the furthest one, and so many with deciding values that none of
 * these has.
 */
const [maxEnded, maxDecided] = [2, 2];

/** Builds the most telling traces again. @returns the creations of those traces */
export async function readFurthest(asker: Asker, profile: Profile): Promise<readonly Exchange[]> {
  const { workflows: rules = {}, byData = [] } = readingOf(profile, "action-gating") ?? {};
  const isOfData = ({ id }: WorkflowDescription): boolean =>
    byData.includes(id) || (Object.hasOwn(rules, id) && rules[id]?.paths !== undefined);
  const chosen = [...asker.target.workflows.entries()].filter(([, workflow]) => isOfData(workflow));
  const built: Exchange[] = [];
  for (const [index, workflow] of chosen.slice(0, maxWorkflows)) {
    const exchanges = inOrder(asker.histories());
    for (const [place, created] of tellingTraces(exchanges, index, decidingOf(profile, workflow)).entries()) {
      const again = await readAgain(asker, workflow, { exchanges, created, place });
      if (again) built.push(again);
    }
  }
  return built;
}

interface Place {
  readonly exchanges: readonly Exchange[];
  readonly created: Exchange;
  /** Of 0 the state is read after each action; of others after the first and the last two actions alone. */
  readonly place: number;
}

/**
 * Builds one trace again and reads its state on the way.
 * @returns the creation of the trace that was built last; undefined where none was
 */
async function readAgain(
  { run, runId }: Asker,
  workflow: WorkflowDescription,
  { exchanges, created, place }: Place,
): Promise<Exchange | undefined> {
  // A code that may be used once only was used by the former trace: the second attempt sends others.
  const withOwnCodes = { ...workflow, actions: workflow.actions.map((action) => ({ ...action, ownTexts: true })) };
  let again: Exchange | undefined;
  for (const [turn, described] of [workflow, withOwnCodes].entries()) {
    const name = `${runId}w${place === 0 ? "" : `${String(place)}-`}${String(turn)}`;
    const writes = builtAgain(name, described, { exchanges }, created) ?? [];
    const steps = writes.flatMap((write, at): readonly OperationStep[] => [
      write,
      ...faces
        .filter(() => place === 0 || at === 0 || at >= writes.length - 2)
        .map((face): OperationStep => ({ op: "state", face, trace: "$again" })),
    ]);
    const answers = await run("the trace that came furthest, read on its way", steps);
    again = answers.find((one) => one.intent.kind === "create" && succeeded(one)) ?? again;
    if (answers.length === steps.length && answers.every(succeeded)) return again;
  }
  return again;
}

interface Reached {
  readonly created: Exchange;
  readonly keys: readonly string[];
  /** The keys, each with its deciding values. */
  readonly turns: readonly string[];
  /** True where an action was refused after the last one that was taken. */
  readonly isStopped: boolean;
}

/**
 * The creations of the most telling traces, the furthest first; none where no trace has at least `fewest` different
 * actions.
 */
function tellingTraces(
  exchanges: readonly Exchange[],
  workflow: number,
  deciding: DecidingMembers,
): readonly Exchange[] {
  const reached = reachedIn(exchanges, workflow, deciding).filter(({ keys }) => keys.length <= longest);
  const [furthest] = reached
    .filter(({ keys }) => new Set(keys).size >= fewest)
    .toSorted((left, right) => new Set(right.keys).size - new Set(left.keys).size);
  const followed = new Set(reached.flatMap(({ keys }) => keys.slice(0, -1)));
  const endings = reached
    .filter(({ keys, isStopped }) => isStopped && keys.length > 1 && !followed.has(keys.at(-1) ?? ""))
    .filter(({ keys }) => keys.at(-1) !== furthest?.keys.at(-1))
    .toSorted((left, right) => left.keys.length - right.keys.length);
  const ended = [...Map.groupBy(endings, ({ keys }) => keys.at(-1)).values()].flatMap((own) => own.slice(0, 1));
  const repeats = ({ keys }: Reached): number => repeatedIn(keys).length;
  const known = new Set(furthest ? repeatedIn(furthest.keys) : []);
  const [repeating] = furthest
    ? reached
        .filter(({ keys }) => repeatedIn(keys).some((key) => !known.has(key)))
        .toSorted((left, right) => repeats(right) - repeats(left) || left.keys.length - right.keys.length)
    : [];
  const chosen = [furthest, ...ended.slice(0, maxEnded), repeating].flatMap((one) => one ?? []);
  for (let count = 0; furthest && count < maxDecided; count += 1) {
    const shown = new Set(chosen.flatMap(({ turns }) => turns));
    const newIn = ({ turns }: Reached): number => new Set(turns).difference(shown).size;
    const [most] = reached.toSorted(
      (left, right) => newIn(right) - newIn(left) || left.keys.length - right.keys.length,
    );
    if (most && newIn(most) > 0) chosen.push(most);
  }
  return [...new Set(chosen.map(({ created }) => created))];
}

/** The keys that occur more than once. */
const repeatedIn = (keys: readonly string[]): readonly string[] =>
  [...new Set(keys)].filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key));

function reachedIn(exchanges: readonly Exchange[], workflow: number, deciding: DecidingMembers): readonly Reached[] {
  const traces = new Map<string, Reached>();
  for (const one of exchanges) {
    const { intent } = one;
    if (!isAction(intent) || intent.workflow !== workflow) continue;
    if (one.defects.length > 0 || typeof intent.actionKey !== "string") continue;
    const id = traceOf(one);
    if (id === undefined) continue;
    const before = traces.get(id);
    const { actionKey: key } = intent;
    const turn = nameOfTurn(key, intent.data, deciding);
    if (intent.kind === "create" && succeeded(one))
      traces.set(id, { created: one, keys: [key], turns: [turn], isStopped: false });
    else if (before && succeeded(one))
      traces.set(id, { ...before, keys: [...before.keys, key], turns: [...before.turns, turn], isStopped: false });
    else if (before) traces.set(id, { ...before, isStopped: true });
  }
  return [...traces.values()];
}
