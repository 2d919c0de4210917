import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const nullsInArraysAreDropped: Fault = {
  id: "data/nulls-in-arrays-are-dropped",
  title: "Arrays lose their elements that are null.",
  requirement: ["DATA-03", "DATA-04"],
  install(hooks) {
    inInput(
      hooks,
      arrays((items) => items.filter((item) => item !== null)),
    );
  },
};
