/** How often each action of a script is done before on the same trace. */
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { goesOn, inputOf } from "./writing-steps.ts";

/**
 * By the place of a step that appends an action: how often the same action is meant to be taken on its trace before.
 * @param before how often on a trace that the script names by its id
 */
export function turnsIn(
  script: Script,
  before: (traceId: string, key: string) => number = () => 0,
): ReadonlyMap<string, number> {
  const done = new Map<string, number>();
  const turns = new Map<string, number>();
  for (const { step, place, branch } of placedSteps(script)) {
    if ((step.op !== "act" && step.op !== "walk") || typeof step.trace !== "string") continue;
    const key = inputOf(step)?.action ?? "";
    const each = JSON.stringify([step.trace, key]);
    const turn = done.get(each) ?? before(step.trace, key);
    turns.set(place, turn);
    // Of two that are sent at the same time each may be taken, even where one of them shall be refused.
    const isBesideOthers = branch !== undefined && step.op === "act" && step.outOfOrder === true;
    done.set(each, goesOn(step) || isBesideOthers ? turn + 1 : turn);
  }
  return turns;
}
