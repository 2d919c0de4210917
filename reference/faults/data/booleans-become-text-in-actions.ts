import { leaves } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const booleansBecomeTextInActions: Fault = {
  id: "data/booleans-become-text-in-actions",
  title: "Booleans become texts when an action is appended.",
  requirement: "DATA-03",
  install(hooks) {
    inInput(
      hooks,
      leaves((leaf) => (typeof leaf === "boolean" ? String(leaf) : leaf)),
      { kind: "act" },
    );
  },
};
