/** Finds out whether a process computes its state, so that data of some actions never stand there as they were sent. */
import { faces } from "../../../spec/operations.ts";
import { isJsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { createdTraceOf, payloadMember } from "../../../spec/readings/outcome.ts";
import { writersFor } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../../seen/known-traces.ts";
import { isUsual, seenStates, type SeenState } from "../../seen/states.ts";
import { tracesBehind, unexplainedActions } from "../../seen/unexplained-actions.ts";
import { isTurnedDown } from "../observations.ts";
import { builtAgain, type Write } from "../rebuilt.ts";
import {
  endsWith,
  tracesToAsk,
  unshownByBoth,
  unshownMembers,
  type UnshownMember,
} from "../../seen/unshown-actions.ts";

type Asker = Pick<ProbeContext, "ask" | "run" | "runId" | "histories" | "target">;

/** At most so many such members are named in the evidence. */
const maxTold = 5;

/** The reading that the data stand nowhere in the state. */
export const hiddenData: OpenPointValues["state-data"] = {
  path: null,
  fold: "shallow-merge",
  encoding: "json",
  exact: false,
};

/** Whether the workflow may be a process: an order of actions is known, or a well-formed action was refused. */
export function mayBeProcess(
  gating: Pick<OpenPointValues["action-gating"], "gating"> | undefined,
  exchanges: readonly Exchange[],
): boolean {
  if ((gating?.gating ?? "free") !== "free") return true;
  return exchanges.some((one) => one.intent.kind === "act" && isTurnedDown(one));
}

/**
 * The reading; replaced by "the data stand nowhere" where both faces agree that states after some action follow no
 * rule, or lack its data.
 */
export async function withoutUnshown(
  found: Reading<"state-data">,
  states: readonly SeenState[],
  context: Asker,
): Promise<Reading<"state-data">> {
  const { value } = found;
  // If others are shown other values, the states of the first user are compared all the same.
  if (!value?.path || value.computed || value.ofGroups) return found;
  const shown = await asShown(found, value, states, context);
  if (shown !== found) return shown;
  const unexplained = await unexplainedByMore(states, value, context);
  return unexplained.length > 0 ? computedBehind(unexplained) : found;
}

/** The reading of a state that is computed from some action on. */
function computedBehind(keys: readonly string[]): Reading<"state-data"> {
  const told = `The workflow computes its state: behind ${keys.join(" or ")} it follows no rule, through both faces.`;
  return { value: hiddenData, evidence: told };
}

async function asShown(
  found: Reading<"state-data">,
  value: OpenPointValues["state-data"],
  states: readonly SeenState[],
  { ask, histories, target }: Asker,
): Promise<Reading<"state-data">> {
  const unexplained = unexplainedActions(states, value);
  if (unexplained.length > 0 && (await areShownAlike(tracesBehind(states, unexplained), ask))) {
    return computedBehind(unexplained);
  }
  const written = states.filter((one) => one.actions.length > 0 && isUsual(one));
  const candidates = unshownMembers(written, value);
  const known = knownTraces(inOrder(histories()));
  // Another workflow may treat the same key differently.
  const workflows = new Set(written.map(({ traceId }) => known.get(traceId)?.workflow));
  const traces = tracesToAsk(candidates, new Map([...known].filter(([, { workflow }]) => workflows.has(workflow))));
  if (traces.length === 0) return found;
  // Data of another user may be hidden from the first user, but not from their sender.
  const writersOf = (keys: readonly string[], { actions }: KnownTrace): readonly Account[] =>
    actions
      .filter(({ actionKey }) => keys.includes(actionKey))
      .map(({ groupLabel }) => writersFor(target.people ?? [], groupLabel)[0]?.account ?? "first");
  const asked = traces.flatMap((trace) => {
    const readers = new Set([
      "first" as const,
      ...writersOf(
        candidates.map(({ key }) => key),
        trace,
      ),
    ]);
    return [...readers].flatMap((actor) =>
      faces.map((face) => ({ op: "state", face, trace: trace.traceId, actor }) as const),
    );
  });
  const answers = await ask(
    "what the state does not show",
    asked.map((step) => ({ step })),
  );
  const shownTo = Map.groupBy(answers, (_, at) => asked[at]?.actor ?? "first");
  const isUnseen = ({ key, name }: UnshownMember): boolean =>
    ["first" as const, ...traces.flatMap((trace) => writersOf([key], trace))].every((reader) =>
      unshownByBoth(traces, shownTo.get(reader) ?? [], value).some((one) => one.key === key && one.name === name),
    );
  // A later action may have removed what this one brought.
  const isRead = ({ key }: UnshownMember): boolean => [...written, ...traces].some((one) => endsWith(one, key));
  const unshown = candidates.filter((member) => isRead(member) && isUnseen(member));
  if (unshown.length === 0) return found;
  const told = unshown.slice(0, maxTold).map(({ key, name }) => `${name} of ${key}`);
  return {
    value: hiddenData,
    evidence: `The workflow computes its state: neither face ever shows ${told.join(", ")} as it was sent.`,
  };
}

/** Where only one trace shows such an action, its steps are repeated on another and read through both faces. */
async function unexplainedByMore(
  states: readonly SeenState[],
  reading: OpenPointValues["state-data"],
  { run, runId, histories, target }: Asker,
): Promise<readonly string[]> {
  const keys = unexplainedActions(states, reading, 1);
  if (keys.length === 0) return [];
  const exchanges = inOrder(histories());
  const known = knownTraces(exchanges);
  const having = states.filter(({ actions }) => keys.includes(actions.at(-1)?.actionKey ?? ""));
  const [shortest] = having.toSorted((one, other) => one.actions.length - other.actions.length);
  const { workflow = -1 } = known.get(shortest?.traceId ?? "") ?? {};
  const description = target.workflows[workflow];
  const created = exchanges.find((one) => createdTraceOf(one) === shortest?.traceId);
  const writes = description && created && builtAgain(`${runId}x`, description, { exchanges }, created);
  if (!shortest || !writes) return [];
  const reads = faces.map((face) => ({ op: "state", face, trace: "$again" }) as const);
  const sent = [...known.values()].filter((trace) => trace.workflow === workflow).flatMap(({ actions }) => actions);
  const last = shortest.actions.length - 1;
  const others = writes.slice(0, last + 1).map((write, at): Write => {
    const { actionKey, data } = shortest.actions[at] ?? {};
    if (at === 0 || at === last || write.markerAt) return write;
    // Earlier actions have other data, as the states then tell more.
    const { examples = [] } = description.actions.find(({ key }) => key === actionKey) ?? {};
    const taken = sent.filter((one) => one.actionKey === actionKey).map((one) => one.data);
    const other = [...taken, ...examples].find((one) => isJsonObject(one) && !sameJson(one, data));
    return isJsonObject(other) ? ({ ...write, data: other } as Write) : write;
  });
  await run("an action that explains states, on another trace", [...others, ...reads]);
  const read = seenStates(inOrder(histories())).filter(({ traceId }) => !known.has(traceId));
  return unexplainedActions([...states, ...read], reading);
}

/** True where both faces show the same state for each of these traces. */
async function areShownAlike(traces: readonly string[], ask: ProbeContext["ask"]): Promise<boolean> {
  const steps = traces.flatMap((trace) => faces.map((face) => ({ op: "state", face, trace }) as const));
  const answers = await ask(
    "states that follow no rule",
    steps.map((step) => ({ step })),
  );
  const states = answers.map((answer) => answer && payloadMember(answer, "state"));
  return traces.every((_, at) => {
    const [one, other] = states.slice(at * faces.length, (at + 1) * faces.length);
    return one !== undefined && other !== undefined && sameJson(one, other);
  });
}
