import type { JsonObject } from "../../core/json.ts";
import { shallowMerge } from "../../policy/state.ts";
import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const fourthActionBringsFirstValuesBack: Fault = {
  id: "state/fourth-action-brings-first-values-back",
  title: "The fourth action of a trace lets the values of the first show again.",
  requirement: "STATE-03",
  install(hooks) {
    const first = new Map<string, JsonObject>();
    foldOtherwise(hooks, (before, link) => {
      const data = first.get(link.traceId);
      return link.position === 4 && data !== undefined
        ? shallowMerge(shallowMerge(before, data), link.data)
        : undefined;
    });
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.kind === "create") first.set(write.trace.traceId, write.link.data);
    });
  },
};
