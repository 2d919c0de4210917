import { arrays } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysBeyondEightLevelsAreLostInTheState: Fault = {
  id: "data/arrays-beyond-eight-levels-are-lost-in-the-state",
  title: "The state shows null for arrays nested deeper than eight levels.",
  requirement: ["DATA-09", "STATE-03"],
  install(hooks) {
    const shallow = arrays((items, depth) => (depth > 8 ? null : items));
    inState(hooks, (data) => shallow(data));
  },
};
