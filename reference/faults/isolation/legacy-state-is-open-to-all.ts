import type { Fault } from "../fault.ts";

export const legacyStateIsOpenToAll: Fault = {
  id: "isolation/legacy-state-is-open-to-all",
  title: "The legacy state of a trace is shown to users of other organizations.",
  requirement: "ISO-01",
  install(hooks) {
    hooks.around(
      "maySee",
      (inner) => (call, organization) => call.operation.id === "legacyTraceState" || inner(call, organization),
    );
  },
};
