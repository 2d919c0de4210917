import { texts } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyTextsBecomeNullInTheState: Fault = {
  id: "data/empty-texts-become-null-in-the-state",
  title: "The state shows null for an empty text.",
  requirement: ["DATA-06", "STATE-03"],
  install(hooks) {
    const nulled = texts((text) => (text === "" ? null : text));
    inState(hooks, (data) => nulled(data));
  },
};
