import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const keysAreCutAt63: Fault = {
  id: "data/keys-are-cut-at-63",
  title: "Member names are cut after 63 characters.",
  requirement: ["DATA-05", "DATA-08"],
  install(hooks) {
    inInput(
      hooks,
      keys((key) => key.slice(0, 63)),
    );
  },
};
