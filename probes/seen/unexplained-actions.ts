/**
 * Actions that take back what others did, or of which a state keeps nothing: it is what fewer actions make by the rule that all
 * other states follow. What the target makes of them it computes.
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

/** Chance, or a fault of one trace, is ruled out by so many traces that follow no rule, and states that do. */
const [leastTraces, leastStates] = [2, 2];

/** True where a state holds by the reading what was sent. */
export function followsReading({ state, actions }: SeenState, reading: StateReading, ours: ReadonlySet<string>) {
  const { kind } = likeness(dataOfState(state, reading), foldState(reading.fold, actions), ours);
  return kind === "exact" || kind === "contains";
}

/**
 * Their keys: on several traces every state behind one of them is what fewer actions make, no face shows it otherwise, and every
 * other state follows the reading; or, where states keep the data of each action by its key, those that none of them has; or,
 * where states hold more than the data, one that sets members of others behind which all of them are; or those behind which a
 * member is each time otherwise. None where anything else is so: then no action explains it.
 * @param fewestTraces on so many traces at least states follow no rule, and so many values what one sets had before
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
  // One that explains all is enough: others may only have come behind it.
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
 * The one that sets members which others brought to a value of its own, whatever they were, where states show members of the
 * service's own among the data: what computes these may set those. Where states show the data alone, none may change.
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

/** True where the last action of these states sets members to the same values each time, of which each had so many before. */
function setsMembers(states: readonly SeenState[], reading: StateReading, fewestValues: number): boolean {
  // What no state ever shows is not set.
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

/** Those of the keys that no state has among those by which it keeps the data of actions, on several traces each. */
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
 * True for a state that follows the rule as if some of the actions had not been: the last ones, or those of these keys. An
 * empty one where others were tells nothing, which is no rule.
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

/** False where one face showed a trace otherwise than the other, after the same actions. */
function areAlike(states: readonly SeenState[]): boolean {
  const together = [...Map.groupBy(states, (one) => JSON.stringify([one.traceId, one.actions.length])).values()];
  return together.every(([first, ...others]) => others.every((one) => sameJson(one.state, first?.state)));
}

/** Some of the traces that have one of these actions, which both faces are to show alike. */
export function tracesBehind(states: readonly SeenState[], keys: readonly string[]): readonly string[] {
  const having = states.filter((one) => keysIn(one).some((key) => keys.includes(key)));
  return [...new Set(having.map(({ traceId }) => traceId))].slice(0, leastTraces);
}
