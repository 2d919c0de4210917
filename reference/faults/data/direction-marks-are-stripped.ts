import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const directionMarksAreStripped: Fault = {
  id: "data/direction-marks-are-stripped",
  title: "Marks of writing direction are stripped from texts.",
  requirement: "DATA-07",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")),
    );
  },
};
