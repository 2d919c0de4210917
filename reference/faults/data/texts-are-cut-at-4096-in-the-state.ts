import { texts } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsAreCutAt4096InTheState: Fault = {
  id: "data/texts-are-cut-at-4096-in-the-state",
  title: "The state shows texts up to 4096 characters.",
  requirement: ["DATA-08", "STATE-03"],
  install(hooks) {
    const cutTexts = texts((text) => text.slice(0, 4096));
    inState(hooks, (data) => cutTexts(data));
  },
};
