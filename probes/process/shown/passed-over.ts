/**
 * Actions whose data a state that shows the latest data passes over, while it keeps those of the action before: what ends a
 * log need be no entry of it. Seen among what was exchanged, then on two traces that end with it, through both faces.
 */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { faces } from "../../../spec/operations.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { dataOfState, notPassedOver } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { Json } from "../../../spec/json.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces, type KnownAction } from "../../seen/known-traces.ts";
import { isUsual, type SeenState } from "../../seen/states.ts";

type Value = OpenPointValues["state-data"];

/** So many traces that end with such an action are read. */
const enough = 2;

/** The reading with such actions, and the states with the actions that they show. */
export async function withPassedOver(
  found: Reading<"state-data">,
  states: readonly SeenState[],
  { ask, histories }: Pick<ProbeContext, "ask" | "histories">,
): Promise<{ readonly found: Reading<"state-data">; readonly states: readonly SeenState[] }> {
  const { value, evidence } = found;
  const keys = value ? passedOverIn(states, value) : [];
  if (!value || keys.length === 0) return { found, states };
  const known = [...knownTraces(inOrder(histories())).values()];
  const traces = keys.flatMap((key) =>
    known
      .filter(({ actions }) => actions.length > 1 && actions.at(-1)?.actionKey === key)
      .toSorted((one, other) => one.actions.length - other.actions.length)
      .slice(0, enough),
  );
  if (traces.length < enough * keys.length) return { found, states };
  const asked = traces.flatMap((trace) => faces.map((face) => ({ face, trace })));
  const answers = await ask(
    "states that pass over the last action",
    asked.map(({ face, trace: { traceId } }) => ({ step: { op: "state", face, trace: traceId } })),
  );
  const reading: Value = { ...value, passedOver: keys };
  const areSo = asked.every(({ trace }, at) => {
    const state = answers[at] && payloadMember(answers[at], "state");
    return state !== undefined && follows(state, trace.actions, reading);
  });
  if (!areSo) return { found, states };
  return {
    found: { value: reading, evidence: `${evidence} It passes over what ${keys.join(" and ")} bring.` },
    states: states.map((one) => ({ ...one, actions: notPassedOver(reading, one.actions) })),
  };
}

/**
 * The actions that no state shows when they came last, where each state shows the latest data of the others. A state that
 * shows the data of such an action once has lost them the other time.
 */
export function passedOverIn(states: readonly SeenState[], reading: Value): readonly string[] {
  const { rule, container } = partsOf(reading.fold);
  if (!reading.path || rule !== "replace" || container !== undefined || !reading.exact) return [];
  const written = states.filter((one) => one.actions.length > 0 && isUsual(one));
  const unshown = written.filter(({ state, actions }) => !follows(state, actions, reading));
  const keys = [...new Set(unshown.flatMap(({ actions }) => actions.at(-1)?.actionKey ?? []))].sort();
  const isBegun = written.some(({ actions }) => keys.includes(actions[0]?.actionKey ?? ""));
  const all = written.every(({ state, actions }) => follows(state, actions, { ...reading, passedOver: keys }));
  const areBoth = keys.every((key) =>
    faces.every((face) => unshown.some((one) => one.face === face && one.actions.at(-1)?.actionKey === key)),
  );
  return !isBegun && all && areBoth ? keys : [];
}

const follows = (state: Json, actions: readonly KnownAction[], reading: Value): boolean =>
  sameJson(dataOfState(state, reading), foldState(reading.fold, notPassedOver(reading, actions)));
