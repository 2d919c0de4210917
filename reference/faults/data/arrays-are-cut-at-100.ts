import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysAreCutAt100: Fault = {
  id: "data/arrays-are-cut-at-100",
  title: "Arrays keep a hundred elements.",
  requirement: "DATA-04",
  install(hooks) {
    inInput(
      hooks,
      arrays((items) => items.slice(0, 100)),
    );
  },
};
