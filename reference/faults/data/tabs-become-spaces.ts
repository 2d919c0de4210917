import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const tabsBecomeSpaces: Fault = {
  id: "data/tabs-become-spaces",
  title: "Tabs in texts become spaces.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replaceAll("\t", " ")),
    );
  },
};
