import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emptyKeyIsDropped: Fault = {
  id: "data/empty-key-is-dropped",
  title: "A member whose name is empty is dropped.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(
      hooks,
      keys((key) => (key === "" ? undefined : key)),
    );
  },
};
