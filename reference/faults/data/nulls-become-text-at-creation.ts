import { leaves } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const nullsBecomeTextAtCreation: Fault = {
  id: "data/nulls-become-text-at-creation",
  title: "Null becomes the text `null` when a trace is created.",
  requirement: "DATA-03",
  install(hooks) {
    inInput(
      hooks,
      leaves((leaf) => (leaf === null ? "null" : leaf)),
      { kind: "create" },
    );
  },
};
