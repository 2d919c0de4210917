import type { Fault } from "../fault.ts";

export const stateIsOpenToAll: Fault = {
  id: "isolation/state-is-open-to-all",
  title: "The state of a trace is shown to users of other organizations.",
  requirement: "ISO-01",
  install(hooks) {
    hooks.around("maySee", (inner) => (call, organization) => call.kind === "state" || inner(call, organization));
  },
};
