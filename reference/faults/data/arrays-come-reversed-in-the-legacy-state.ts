import { arrays } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysComeReversedInTheLegacyState: Fault = {
  id: "data/arrays-come-reversed-in-the-legacy-state",
  title: "The legacy state shows arrays in reverse.",
  requirement: ["DATA-04", "EQUIV-01"],
  install(hooks) {
    const reversed = arrays((items) => items.toReversed());
    inState(hooks, (data) => reversed(data), { face: "legacy" });
  },
};
