/** Members that the state shows until an action of a certain key takes them out again, as a date that is no longer due. */
import { isJsonObject, type Json } from "../json.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";

type Cleared = OpenPointValues["state-data"]["cleared"];

interface Clearing {
  readonly actionKey: string;
  readonly data: Json;
}

/** The names of the members that these actions take out. */
export const clearedBy = (cleared: Cleared, actions: readonly Pick<Clearing, "actionKey">[]): readonly string[] => [
  ...new Set(actions.flatMap(({ actionKey }) => namesOf(cleared, actionKey))),
];

/** The actions, each with what the state shows of it after all of them: without members that a later one takes out. */
export function withoutCleared<Action extends Clearing>(
  cleared: Cleared,
  actions: readonly Action[],
): readonly Action[] {
  if (clearedBy(cleared, actions).length === 0) return actions;
  return actions.map((action, at) => {
    const gone = clearedBy(cleared, actions.slice(at + 1));
    if (!isJsonObject(action.data) || !gone.some((name) => Object.hasOwn(action.data as object, name))) return action;
    const kept = Object.entries(action.data).filter(([name]) => !gone.includes(name));
    return { ...action, data: Object.fromEntries(kept) };
  });
}

const namesOf = (cleared: Cleared, key: string): readonly string[] =>
  cleared && Object.hasOwn(cleared, key) ? (cleared[key] ?? []) : [];
