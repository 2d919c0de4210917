import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const dollarKeysAreDropped: Fault = {
  id: "data/dollar-keys-are-dropped",
  title: "Members whose name begins with a dollar sign are dropped.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(
      hooks,
      keys((key) => (key.startsWith("$") ? undefined : key)),
    );
  },
};
