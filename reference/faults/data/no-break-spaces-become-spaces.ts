import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const noBreakSpacesBecomeSpaces: Fault = {
  id: "data/no-break-spaces-become-spaces",
  title: "No-break spaces become plain ones.",
  requirement: ["DATA-07", "DATA-01"],
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replaceAll("\u00a0", " ")),
    );
  },
};
