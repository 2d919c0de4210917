import type { Fault } from "../fault.ts";

export const legacyStateHasOtherNames: Fault = {
  id: "equivalence/legacy-state-has-other-names",
  title: "The legacy state puts the data in a member `values`, v2 in `data`.",
  requirement: "EQUIV-01",
  install(hooks) {
    hooks.around("presentState", (inner) => (call, trace) => {
      const state = inner(call, trace);
      return call.face === "legacy" ? { values: state["data"] ?? null } : state;
    });
  },
};
