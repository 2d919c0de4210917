import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysAreDeduplicated: Fault = {
  id: "data/arrays-are-deduplicated",
  title: "Arrays keep equal elements once.",
  requirement: "DATA-04",
  install(hooks) {
    inInput(
      hooks,
      arrays((items) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]),
    );
  },
};
