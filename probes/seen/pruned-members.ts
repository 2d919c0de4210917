/** Finds states without the empty members that were sent, which links still show. */
import { sameJson } from "../../spec/readings/equal.ts";
import { prunedAs, type Pruned } from "../../spec/readings/pruned.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { Reading } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

const ways: readonly Pruned[] = ["null", "empty"];

/** The reading, with `pruned` where leaving out null or empty members alone explains what states lack. */
export function withPruned(found: Reading<"state-data">, states: readonly SeenState[]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value?.path || !value.exact || value.computed || value.own) return found;
  const seen = states
    .filter(({ actions }) => actions.length > 0)
    .map(({ state, actions }) => ({ shown: dataOfState(state, value) ?? null, whole: foldState(value.fold, actions) }));
  if (seen.every(({ shown, whole }) => sameJson(shown, whole))) return found;
  const pruned = ways.find((how) => seen.every(({ shown, whole }) => sameJson(shown, prunedAs(whole, how))));
  if (pruned === undefined) return found;
  const told = pruned === "null" ? "Members that are null are left out." : "What is null or empty is left out.";
  return { ...found, value: { ...value, pruned }, evidence: `${evidence} ${told}` };
}
