import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const inheritedNamesAreDropped: Fault = {
  id: "data/inherited-names-are-dropped",
  title: "Members named as every object has them, such as `constructor` and `toString`, are dropped.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(
      hooks,
      keys((key) => (key in {} ? undefined : key)),
    );
  },
};
