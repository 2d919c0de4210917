/**
 * Actions behind which states follow no rule, while those without them do: such as one that takes back what another did, or
 * of which the state keeps nothing. What the target makes of them it computes.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { likeness, memberNames } from "../lib/likeness.ts";
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
 * Their keys: on each of several traces every state behind one of them follows no rule, the same through both faces, and every
 * other state does. None where anything else is so: then no action explains it.
 */
export function unexplainedActions(seen: readonly SeenState[], reading: StateReading): readonly string[] {
  if (!reading.path) return [];
  const states = seen.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const { good = [], bad = [] } = Object.groupBy(states, (one) =>
    followsReading(one, reading, ours) ? "good" : "bad",
  );
  if (good.length < leastStates || tracesOf(bad) < leastTraces || !isSeenByBoth(bad)) return [];
  const kept = new Set(good.flatMap(keysIn));
  const unexplained = new Set(bad.flatMap(keysIn).filter((key) => !kept.has(key)));
  return bad.every((one) => keysIn(one).some((key) => unexplained.has(key))) ? [...unexplained].sort() : [];
}

const keysIn = ({ actions }: SeenState): readonly string[] => actions.map(({ actionKey }) => actionKey);
const tracesOf = (states: readonly SeenState[]): number => new Set(states.map(({ traceId }) => traceId)).size;

/** True where both faces showed a trace after the same actions, and nowhere did one show another state than the other. */
function isSeenByBoth(states: readonly SeenState[]): boolean {
  const together = [...Map.groupBy(states, (one) => JSON.stringify([one.traceId, one.actions.length])).values()];
  const both = together.filter((some) => new Set(some.map(({ face }) => face)).size > 1);
  return (
    both.length > 0 && both.every(([first, ...others]) => others.every((one) => sameJson(one.state, first?.state)))
  );
}
