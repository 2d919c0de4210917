import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsAreCutAt255: Fault = {
  id: "data/texts-are-cut-at-255",
  title: "Texts are cut after 255 characters.",
  requirement: "DATA-08",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.slice(0, 255)),
    );
  },
};
