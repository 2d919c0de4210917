import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const quotesAreDoubled: Fault = {
  id: "data/quotes-are-doubled",
  title: "Single quotes in texts are doubled.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replaceAll("'", "''")),
    );
  },
};
