import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const backslashesAreDropped: Fault = {
  id: "data/backslashes-are-dropped",
  title: "Backslashes in texts are dropped.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replaceAll("\\", "")),
    );
  },
};
