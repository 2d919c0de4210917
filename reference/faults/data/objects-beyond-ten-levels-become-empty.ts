import { objects } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const objectsBeyondTenLevelsBecomeEmpty: Fault = {
  id: "data/objects-beyond-ten-levels-become-empty",
  title: "Objects nested deeper than ten levels become empty.",
  requirement: "DATA-09",
  install(hooks) {
    inInput(
      hooks,
      objects((members, depth) => (depth > 10 ? {} : members)),
    );
  },
};
