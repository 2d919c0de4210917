import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const fractionsAreCutThroughLegacy: Fault = {
  id: "data/fractions-are-cut-through-legacy",
  title: "Numbers that come through the legacy face lose their fraction.",
  requirement: ["DATA-02", "EQUIV-06", "EQUIV-07"],
  install(hooks) {
    inInput(
      hooks,
      numbers((value) => Math.trunc(value)),
      { face: "legacy" },
    );
  },
};
