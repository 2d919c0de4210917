/**
 * Finds actions whose data the state leaves out, e.g. one that closes a log and is no entry of it, or remarks that the
 * state shows in a list elsewhere. Seen in earlier exchanges, then confirmed on two traces that end with such an
 * action, through both faces.
 */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { faces } from "../../../spec/operations.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { dataOfState, notPassedOver } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { everyPlace, without } from "../../../spec/readings/path.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces, type KnownAction } from "../../seen/known-traces.ts";
import { isUsual, type SeenState } from "../../seen/states.ts";

type Value = OpenPointValues["state-data"];

/** So many traces that end with such an action are read. */
const enough = 2;

/** The reading with such actions, and the states with only the actions that they show. */
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
 * The keys of actions that no state shows where data stand, while each state shows all others there. An action whose
 * data are shown there once is no such: otherwise its data are lost.
 */
export function passedOverIn(states: readonly SeenState[], reading: Value): readonly string[] {
  const { rule, container } = partsOf(reading.fold);
  if (!reading.path || rule === "list" || container !== undefined || !reading.exact) return [];
  const written = states.filter((one) => one.actions.length > 0 && isUsual(one));
  const unshown = written.filter(({ state, actions }) => !follows(state, actions, reading));
  const passedIn = (one: SeenState): readonly KnownAction[] =>
    rule === "replace" ? one.actions.slice(-1) : one.actions.filter(({ data }) => standsBeside(data, one, reading));
  const keys = [...new Set(unshown.flatMap((one) => passedIn(one).map(({ actionKey }) => actionKey)))].sort();
  const isBegun = written.some(({ actions }) => keys.includes(actions[0]?.actionKey ?? ""));
  const all = written.every(({ state, actions }) => follows(state, actions, { ...reading, passedOver: keys }));
  const areKept =
    rule === "replace" ||
    written.every((one) => {
      const passed = passedIn(one);
      return one.actions.every((action) => !keys.includes(action.actionKey) || passed.includes(action));
    });
  const areBoth = keys.every((key) =>
    faces.every((face) => unshown.some((one) => one.face === face && passedIn(one).some((by) => by.actionKey === key))),
  );
  return !isBegun && all && areKept && areBoth ? keys : [];
}

/** True where the state has the complete data of this action at another path. */
function standsBeside(data: Json, { state }: SeenState, { path }: Value): boolean {
  const places = [...everyPlace(without(state, path ? [path] : []))];
  return isJsonObject(data) && Object.keys(data).length > 0 && places.some(({ value }) => sameJson(value, data));
}

const follows = (state: Json, actions: readonly KnownAction[], reading: Value): boolean =>
  sameJson(dataOfState(state, reading), foldState(reading.fold, notPassedOver(reading, actions)));
