import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const floatsAreRoundedToTwoPlaces: Fault = {
  id: "data/floats-are-rounded-to-two-places",
  title: "Numbers keep two decimal places.",
  requirement: "DATA-02",
  install(hooks) {
    inInput(
      hooks,
      numbers((value) => (Number.isInteger(value) ? value : Number(value.toFixed(2)))),
    );
  },
};
