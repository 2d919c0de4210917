import type { JsonObject } from "../../core/json.ts";
import { shallowMerge } from "../../policy/state.ts";
import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const everyTenthTraceSharesItsState: Fault = {
  id: "state/every-tenth-trace-shares-its-state",
  title: "Every tenth trace shows the data of the trace created before it as well.",
  requirement: ["STATE-07", "STATE-03"],
  install(hooks) {
    const count = counter();
    let newest: JsonObject = {};
    hooks.around("fold", (inner) => (call, before, link) => {
      const data = inner(call, before, link);
      if (before !== undefined) return data;
      const shared = count() % 10 === 0 ? shallowMerge(newest, data) : data;
      newest = data;
      return shared;
    });
  },
};
