import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const zeroWidthCharactersAreStripped: Fault = {
  id: "data/zero-width-characters-are-stripped",
  title: "Characters without width are stripped from texts.",
  requirement: "DATA-07",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, "")),
    );
  },
};
