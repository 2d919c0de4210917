/** What states would hold by each rule: made once, however many places are held against it. */
import type { Json } from "../../spec/json.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { StateFold } from "../../spec/vocabulary/profile.ts";
import { leavesOf } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

interface Prediction {
  readonly document: Json;
  /** Its values that are no object or list, with their places. */
  readonly leaves: ReturnType<typeof leavesOf>;
}

/** @returns by a rule, what each of the states would hold, in their order */
export function predictionsFor(states: readonly SeenState[]): (fold: StateFold) => readonly Prediction[] {
  const byFold = new Map<StateFold, readonly Prediction[]>();
  return (fold) => {
    const known = byFold.get(fold);
    if (known) return known;
    const byActions = new Map<string, Prediction>();
    const made = states.map(({ traceId, actions }) => {
      const name = JSON.stringify([traceId, actions.length]);
      const before = byActions.get(name);
      if (before) return before;
      const document = foldState(fold, actions);
      const prediction = { document, leaves: leavesOf(document) };
      byActions.set(name, prediction);
      return prediction;
    });
    byFold.set(fold, made);
    return made;
  };
}
