import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const protoKeyIsDropped: Fault = {
  id: "data/proto-key-is-dropped",
  title: "A member named `__proto__` is dropped.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(
      hooks,
      keys((key) => (key === "__proto__" ? undefined : key)),
    );
  },
};
