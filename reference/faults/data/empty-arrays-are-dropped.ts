import { keepMembers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyArraysAreDropped: Fault = {
  id: "data/empty-arrays-are-dropped",
  title: "Members with an empty array are dropped.",
  requirement: ["DATA-06", "DATA-05"],
  install(hooks) {
    inInput(
      hooks,
      keepMembers((value) => !Array.isArray(value) || value.length > 0),
    );
  },
};
