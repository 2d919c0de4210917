/** Actions that take back what the action before them brought, as an `undo`: then the state is not made of all that was sent. */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { faces } from "../../../spec/operations.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { KnownAction } from "../../seen/known-traces.ts";
import { isUsual, type SeenState } from "../../seen/states.ts";

type Value = OpenPointValues["state-data"];

/** So many states, through each face, must show it: one that lost what was sent last may look so once. */
const enough = 2;

/** The keys of such actions: each state right behind one is what it was before the action that it takes back. */
export function takenBackBy(states: readonly SeenState[], reading: Value): readonly string[] {
  if (!reading.path || partsOf(reading.fold).rule === "list") return [];
  const usual = states.filter((one) => one.actions.length > 1 && isUsual(one));
  const last = Map.groupBy(usual, ({ actions }) => actions.at(-1)?.actionKey ?? "");
  return [...last].flatMap(([key, behind]) => {
    const shows = (one: SeenState, actions: readonly KnownAction[]): boolean =>
      sameJson(dataOfState(one.state, reading), foldState(reading.fold, actions));
    const isBack = (one: SeenState): boolean => shows(one, withoutTakenBack(one.actions, key));
    // Where the action before it changed nothing, nobody can tell.
    const telling = behind.filter((one) => !shows(one, one.actions.slice(0, -1)));
    const areTold = faces.every((face) => telling.filter((one) => one.face === face).length >= enough);
    return areTold && behind.every(isBack) ? [key] : [];
  });
}

/** What is left where each action of this key takes back the one before it, and never the creation. */
function withoutTakenBack(actions: readonly KnownAction[], key: string): readonly KnownAction[] {
  const left: KnownAction[] = [];
  for (const action of actions) {
    if (action.actionKey !== key) left.push(action);
    else if (left.length > 1) left.pop();
  }
  return left;
}
