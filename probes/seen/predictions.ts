/** Predicts what states hold by each rule; computed once, however many places are compared. */
import type { Json } from "../../spec/json.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { StateFold } from "../../spec/vocabulary/profile.ts";
import { leavesOf } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

interface Prediction {
  readonly document: Json;
  /** The values in it that are no object or list, with their paths. */
  readonly leaves: ReturnType<typeof leavesOf>;
}

/** Returns a function from a rule to what each of the states would hold, in their order. */
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
