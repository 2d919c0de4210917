import type { Call } from "../../core/call.ts";
import type { Fault } from "../fault.ts";

export const refusedActionIsKept: Fault = {
  id: "refusals/refused-action-is-kept",
  title: "An action that is refused, because its key is unknown or its group wrong, becomes a link all the same.",
  requirement: "REFUSE-01",
  install(hooks) {
    const refused = new WeakMap<Call, unknown>();
    hooks.around("checkAction", (inner) => (call, workflow, input) => {
      try {
        inner(call, workflow, input);
      } catch (refusal) {
        if (call.kind !== "act") throw refusal;
        refused.set(call, refusal);
      }
    });
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (refused.has(call)) throw refused.get(call);
    });
  },
};
