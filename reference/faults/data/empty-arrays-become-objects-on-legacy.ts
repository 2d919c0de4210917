import { arrays } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyArraysBecomeObjectsOnLegacy: Fault = {
  id: "data/empty-arrays-become-objects-on-legacy",
  title: "The legacy state shows empty arrays as empty objects.",
  requirement: ["DATA-06", "EQUIV-01"],
  install(hooks) {
    const changed = arrays((items) => (items.length === 0 ? {} : items));
    inState(hooks, (data) => changed(data), { face: "legacy", kind: "state" });
  },
};
