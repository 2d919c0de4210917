/** What a state keeps apart: the data of each action, of each key or of each group. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { partsOf } from "../open-points/state-folds.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import { foldState, type FoldedAction } from "./state-fold.ts";

/**
 * The parts of the state after these actions, the earlier ones first. Undefined where it shows no data, those of the first
 * action alone, or keeps nothing apart.
 */
export function statePartsAfter(
  actions: readonly FoldedAction[],
  { path, fold, ofFirst }: OpenPointValues["state-data"],
): readonly JsonObject[] | undefined {
  const { rule, container } = partsOf(fold);
  if (!path || ofFirst || (container === undefined && rule !== "list")) return undefined;
  const folded = foldState(fold, actions);
  const parts = container === undefined ? [folded] : isJsonObject(folded) ? Object.values(folded) : [];
  return parts
    .flatMap((part): readonly Json[] => (Array.isArray(part) ? (part as readonly Json[]) : [part]))
    .filter(isJsonObject);
}
