import { keepMembers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyTextsAreDropped: Fault = {
  id: "data/empty-texts-are-dropped",
  title: "Members with an empty text are dropped.",
  requirement: ["DATA-06", "DATA-05"],
  install(hooks) {
    inInput(
      hooks,
      keepMembers((value) => value !== ""),
    );
  },
};
