import { keys } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const keysAreTrimmedInTheState: Fault = {
  id: "data/keys-are-trimmed-in-the-state",
  title: "The state shows member names without the spaces at their ends.",
  requirement: ["DATA-05", "STATE-03"],
  install(hooks) {
    const trimmed = keys((key) => key.trim());
    inState(hooks, (data) => trimmed(data));
  },
};
