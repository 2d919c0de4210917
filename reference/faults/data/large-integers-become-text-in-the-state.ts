import { numbers } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const largeIntegersBecomeTextInTheState: Fault = {
  id: "data/large-integers-become-text-in-the-state",
  title: "The state shows whole numbers beyond 2^31 as texts.",
  requirement: ["DATA-02", "STATE-03"],
  install(hooks) {
    const written = numbers((value) => (Number.isInteger(value) && Math.abs(value) > 2 ** 31 ? String(value) : value));
    inState(hooks, (data) => written(data));
  },
};
