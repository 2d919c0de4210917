import { keepMembers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const falseIsDropped: Fault = {
  id: "data/false-is-dropped",
  title: "Members that are false are dropped.",
  requirement: ["DATA-03", "DATA-05"],
  install(hooks) {
    inInput(
      hooks,
      keepMembers((value) => value !== false),
    );
  },
};
