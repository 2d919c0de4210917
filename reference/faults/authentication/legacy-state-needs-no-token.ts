import type { Fault } from "../fault.ts";

export const legacyStateNeedsNoToken: Fault = {
  id: "authentication/legacy-state-needs-no-token",
  title: "The legacy state is answered without a token.",
  requirement: "AUTH-12",
  install(hooks) {
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      const open = call.operation.id === "legacyTraceState" && authorization === undefined;
      if (!open) return await inner(call, authorization);
      return { userId: "nobody", email: "", organization: "", groups: [] };
    });
    hooks.around("maySee", (inner) => (call, organization) => {
      return call.principal?.userId === "nobody" || inner(call, organization);
    });
  },
};
