/** Finds actions that undo the action before them, so that the state does not combine everything that was sent. */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { faces } from "../../../spec/operations.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { KnownAction } from "../../seen/known-traces.ts";
import { isUsual, type SeenState } from "../../seen/states.ts";

type Value = OpenPointValues["state-data"];

/** So many states, through each face, must show it: a single one may just have lost data. */
const enough = 2;

/** The keys of such actions: each state right after one equals the state before the undone action. */
export function takenBackBy(states: readonly SeenState[], reading: Value): readonly string[] {
  if (!reading.path || partsOf(reading.fold).rule === "list") return [];
  const usual = states.filter((one) => one.actions.length > 1 && isUsual(one));
  const last = Map.groupBy(usual, ({ actions }) => actions.at(-1)?.actionKey ?? "");
  return [...last].flatMap(([key, behind]) => {
    const shows = (one: SeenState, actions: readonly KnownAction[]): boolean =>
      sameJson(dataOfState(one.state, reading), foldState(reading.fold, actions));
    const isBack = (one: SeenState): boolean => shows(one, withoutTakenBack(one.actions, key));
    // If the undone action changed nothing, the state does not tell.
    const telling = behind.filter((one) => !shows(one, one.actions.slice(0, -1)));
    const areTold = faces.every((face) => telling.filter((one) => one.face === face).length >= enough);
    return areTold && behind.every(isBack) ? [key] : [];
  });
}

/** The actions that are left when each one with this key undoes the action before it, never the creation. */
function withoutTakenBack(actions: readonly KnownAction[], key: string): readonly KnownAction[] {
  const left: KnownAction[] = [];
  for (const action of actions) {
    if (action.actionKey !== key) left.push(action);
    else if (left.length > 1) left.pop();
  }
  return left;
}
