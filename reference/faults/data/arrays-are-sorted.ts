import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysAreSorted: Fault = {
  id: "data/arrays-are-sorted",
  title: "Arrays of texts or numbers are kept in order of size.",
  requirement: "DATA-04",
  install(hooks) {
    inInput(
      hooks,
      arrays((items) =>
        items.every((item) => typeof item === "string" || typeof item === "number") ? items.toSorted() : items,
      ),
    );
  },
};
