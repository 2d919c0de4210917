import { objects } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyObjectsBecomeNull: Fault = {
  id: "data/empty-objects-become-null",
  title: "Empty objects become null.",
  requirement: "DATA-06",
  install(hooks) {
    inInput(
      hooks,
      objects((members) => (Object.keys(members).length === 0 ? null : members)),
    );
  },
};
