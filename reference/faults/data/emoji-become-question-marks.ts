import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const emojiBecomeQuestionMarks: Fault = {
  id: "data/emoji-become-question-marks",
  title: "Characters beyond the basic plane become question marks.",
  requirement: "DATA-07",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
    );
  },
};
