import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const zeroBecomesNull: Fault = {
  id: "data/zero-becomes-null",
  title: "Zero becomes null.",
  requirement: "DATA-02",
  install(hooks) {
    inInput(
      hooks,
      numbers((value) => (value === 0 ? null : value)),
    );
  },
};
