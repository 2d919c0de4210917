/** Members that the state shows until an action of a certain key takes them out again, as a date that is no longer due. */
import { getOwn, isJsonObject, ownNames } from "../json.ts";
import { partsOf } from "../open-points/state-folds.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import type { FoldedAction } from "./state-fold.ts";

type Clearing = Pick<OpenPointValues["state-data"], "cleared" | "fold">;

/** The names of the members that these actions take out. */
export const clearedBy = (
  { cleared }: Clearing,
  actions: readonly Pick<FoldedAction, "actionKey">[],
): readonly string[] => [...new Set(actions.flatMap(({ actionKey }) => takenOutBy(cleared, actionKey)))];

/** The names of members that an action brings: those of its data, or the one under which they stand. */
export function namesBrought({ data, actionKey, groupLabel }: FoldedAction, { fold }: Clearing): readonly string[] {
  const { container } = partsOf(fold);
  if (container !== undefined) return [container === "action" ? actionKey : groupLabel];
  return ownNames(data);
}

/** Those that an action takes out and brings itself: whether they stand there behind it is the target's to choose. */
export const clearedByBringer = (reading: Clearing, actions: readonly FoldedAction[]): readonly string[] =>
  actions.flatMap((action, at) => {
    const gone = takenOutBy(reading.cleared, action.actionKey);
    const brought = gone.length > 0 ? namesBrought(action, reading).filter((name) => gone.includes(name)) : [];
    const later = brought.length > 0 ? actions.slice(at + 1).flatMap((one) => namesBrought(one, reading)) : [];
    return brought.filter((name) => !later.includes(name));
  });

/** The actions, each with what the state shows of it after all of them: without members that a later one takes out. */
export function withoutCleared<Action extends FoldedAction>(
  reading: Clearing,
  actions: readonly Action[],
): readonly Action[] {
  if (clearedBy(reading, actions).length === 0) return actions;
  return actions.flatMap((action, at) => {
    const gone = clearedBy(reading, actions.slice(at + 1));
    const left = namesBrought(action, reading).filter((name) => !gone.includes(name));
    if (partsOf(reading.fold).container !== undefined) return left.length > 0 ? [action] : [];
    if (!isJsonObject(action.data) || left.length === Object.keys(action.data).length) return [action];
    const kept = Object.entries(action.data).filter(([name]) => left.includes(name));
    return [{ ...action, data: Object.fromEntries(kept) }];
  });
}

const takenOutBy = (cleared: Clearing["cleared"], key: string): readonly string[] => getOwn(cleared, key) ?? [];
