import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const wordsBecomeBooleans: Fault = {
  id: "data/words-become-booleans",
  title: "The texts `true` and `false` become booleans.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text)),
    );
  },
};
