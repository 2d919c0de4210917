import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsEndAtTheFirstEmoji: Fault = {
  id: "data/texts-end-at-the-first-emoji",
  title: "In actions a text ends before its first character beyond the basic plane.",
  requirement: "DATA-07",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, "")),
      { kind: "act" },
    );
  },
};
