import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const runsOfSpacesCollapse: Fault = {
  id: "data/runs-of-spaces-collapse",
  title: "Several spaces in a row become one.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/ {2,}/g, " ")),
    );
  },
};
