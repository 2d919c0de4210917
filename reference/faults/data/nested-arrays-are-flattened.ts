import type { Json } from "../../core/json.ts";
import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const nestedArraysAreFlattened: Fault = {
  id: "data/nested-arrays-are-flattened",
  title: "Arrays in arrays are laid out in one.",
  requirement: "DATA-04",
  install(hooks) {
    inInput(
      hooks,
      arrays((items) => items.flat() as Json[]),
    );
  },
};
