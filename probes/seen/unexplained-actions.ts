/**
 * Finds actions after which the state does not follow the rule of all other states, e.g. as they undo others, or leave
 * no data. The target computes such states.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { hasMember, isJsonObject, type Json } from "../../spec/json.ts";
import { partsOf } from "../../spec/open-points/state-folds.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { likeness, memberNames } from "../lib/likeness.ts";
import { steadilyOtherwise } from "./steady-deviations.ts";
import type { SeenState } from "./states.ts";

type StateReading = OpenPointValues["state-data"];

/** So many traces must not follow the rule, and so many states must, so that it is no chance or fault of one trace. */
const [leastTraces, leastStates] = [2, 2];

/** True where the state shows what was sent, according to the reading. */
export function followsReading({ state, actions }: SeenState, reading: StateReading, ours: ReadonlySet<string>) {
  const { kind } = likeness(dataOfState(state, reading), foldState(reading.fold, actions), ours);
  return kind === "exact" || kind === "contains";
}

/**
 * The keys of such actions, by the first of these explanations that covers all: every state after one of them is what
 * fewer actions would make; the state, which keeps data by the key of the action, never has theirs; one action sets
 * members of others to fixed values; or a member always differs after them. None where nothing covers all.
 * @param fewestTraces at least so many traces do not follow the rule, and an action that sets a member replaced so many
 * values
 */
export function unexplainedActions(
  seen: readonly SeenState[],
  reading: StateReading,
  fewestTraces = leastTraces,
): readonly string[] {
  if (!reading.path) return [];
  const states = seen.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const { good = [], bad = [] } = Object.groupBy(states, (one) =>
    followsReading(one, reading, ours) ? "good" : "bad",
  );
  if (good.length < leastStates || tracesOf(bad) < fewestTraces || !areAlike(bad)) return [];
  const kept = new Set(good.flatMap(keysIn));
  const unexplained = [...new Set(bad.flatMap(keysIn).filter((key) => !kept.has(key)))].sort();
  // One action that explains all is enough: others may only have followed it.
  const choices = [...unexplained.map((key) => [key]), unexplained];
  const explaining = choices.find((keys) => {
    const left = new Set(keys);
    return bad.every((one) => keysIn(one).some((key) => left.has(key)) && isOfFewer(one, reading, left));
  });
  if (explaining) return explaining;
  const never = neverKept(bad, reading, unexplained);
  if (never.length > 0) return never;
  const set = changing(good, bad, reading, fewestTraces);
  return set.length > 0 ? set : steadilyOtherwise(states, reading, fewestTraces);
}

/**
 * An action that sets members of others to a fixed value. Only where states also show members that the service
 * computes: where they show the data alone, no member may change.
 */
function changing(
  good: readonly SeenState[],
  bad: readonly SeenState[],
  reading: StateReading,
  fewestValues: number,
): readonly string[] {
  if (reading.exact) return [];
  const kept = new Set(good.map((one) => keysIn(one).at(-1)));
  const found = [...new Set(bad.flatMap(keysIn))].find(
    (key) =>
      !kept.has(key) &&
      bad.every((one) => keysIn(one).indexOf(key) > 0) &&
      setsMembers(
        bad.filter((one) => keysIn(one).at(-1) === key),
        reading,
        fewestValues,
      ),
  );
  return found === undefined ? [] : [found];
}

/** True where the last action of these states sets members to the same values each time, after different ones. */
function setsMembers(states: readonly SeenState[], reading: StateReading, fewestValues: number): boolean {
  // A member that no state ever shows is not set.
  const names = memberNames(states.map(({ state }) => dataOfState(state, reading) ?? null));
  const before = new Map<string, Set<string>>();
  const after = new Map<string, Set<string>>();
  for (const { state, actions } of states) {
    const [wanted, shown] = [foldState(reading.fold, actions.slice(0, -1)), dataOfState(state, reading)];
    if (!isJsonObject(wanted) || !isJsonObject(shown)) return false;
    const own = actions.at(-1)?.data;
    for (const [name, value] of Object.entries(wanted)) {
      if (sameJson(value, shown[name] ?? null) || !names.has(name)) continue;
      if (!Object.hasOwn(shown, name) || hasMember(own, name)) return false;
      before.set(name, (before.get(name) ?? new Set()).add(JSON.stringify(value)));
      after.set(name, (after.get(name) ?? new Set()).add(JSON.stringify(shown[name])));
    }
  }
  const isSet = (name: string): boolean => after.get(name)?.size === 1 && (before.get(name)?.size ?? 0) >= fewestValues;
  return after.size > 0 && [...after.keys()].every(isSet);
}

/** The keys under which no state keeps data, though several traces each have such an action. */
function neverKept(bad: readonly SeenState[], reading: StateReading, keys: readonly string[]): readonly string[] {
  if (partsOf(reading.fold).container !== "action") return [];
  return keys.filter((key) => {
    const having = bad.filter((one) => keysIn(one).includes(key));
    const isKept = having.some(({ state }) => {
      const shown = dataOfState(state, reading);
      return !isJsonObject(shown) || Object.hasOwn(shown, key);
    });
    return !isKept && tracesOf(having) >= leastTraces;
  });
}

/**
 * True for a state that follows the rule without some of the actions: without the last ones, or those with these keys.
 * An empty state does not count where others are left.
 */
function isOfFewer({ state, actions }: SeenState, reading: StateReading, left: ReadonlySet<string>): boolean {
  const shown = dataOfState(state, reading);
  const others = actions.filter(({ actionKey }) => !left.has(actionKey));
  return [...others.keys(), others.length].some((count) => {
    const wanted = foldState(reading.fold, others.slice(0, count));
    if (isEmpty(shown)) return others.length === 0;
    return sameJson(shown ?? null, wanted);
  });
}

const isEmpty = (shown: Json | undefined): boolean =>
  shown === undefined || shown === null || (typeof shown === "object" && Object.keys(shown).length === 0);

const keysIn = ({ actions }: SeenState): readonly string[] => actions.map(({ actionKey }) => actionKey);
const tracesOf = (states: readonly SeenState[]): number => new Set(states.map(({ traceId }) => traceId)).size;

/** False where the faces showed different states of a trace after the same actions. */
function areAlike(states: readonly SeenState[]): boolean {
  const together = [...Map.groupBy(states, (one) => JSON.stringify([one.traceId, one.actions.length])).values()];
  return together.every(([first, ...others]) => others.every((one) => sameJson(one.state, first?.state)));
}

/** Some traces with one of these actions, to compare the faces. */
export function tracesBehind(states: readonly SeenState[], keys: readonly string[]): readonly string[] {
  const having = states.filter((one) => keysIn(one).some((key) => keys.includes(key)));
  return [...new Set(having.map(({ traceId }) => traceId))].slice(0, leastTraces);
}
