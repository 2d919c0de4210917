/** Finds states that show each reader only the first action and those of the reader's own groups. */
import { sameJson } from "../../spec/readings/equal.ts";
import { partOf } from "../../spec/readings/shown-parts.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { Person } from "../../spec/vocabulary/target.ts";
import type { SeenState } from "./states.ts";

/** At least so many states must show a part only. */
const enough = 4;

/**
 * The states, each with only the actions that its reader is shown. Undefined where a state shows more or less than that,
 * or where too few states leave out actions of others, through both faces and to two readers.
 */
export function inParts(
  states: readonly SeenState[],
  reading: OpenPointValues["state-data"],
  people: readonly Person[] | undefined,
): readonly SeenState[] | undefined {
  const parts = states.flatMap((state): SeenState[] => {
    const actions = partOf(state.actions, state.actions[0], state.reader, people);
    return actions ? [{ ...state, actions }] : [];
  });
  if (parts.length < states.length) return undefined;
  const isWhole = ({ state, actions }: SeenState): boolean =>
    sameJson(dataOfState(state, reading), foldState(reading.fold, actions));
  const partial = states.filter((state) => !isWhole(state));
  const countOf = (of: (state: SeenState) => string): number => new Set(partial.map(of)).size;
  const isSeen = partial.length >= enough && countOf(({ face }) => face) === 2 && countOf(({ reader }) => reader) > 1;
  return isSeen && parts.every(isWhole) ? parts : undefined;
}
