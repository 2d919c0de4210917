import type { Fault } from "../fault.ts";

export const detailsAreOpenToAll: Fault = {
  id: "isolation/details-are-open-to-all",
  title: "The links of a trace are shown to users of other organizations.",
  requirement: "ISO-02",
  install(hooks) {
    hooks.around("maySee", (inner) => (call, organization) => call.kind === "details" || inner(call, organization));
  },
};
