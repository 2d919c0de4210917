import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const malformedIdHasAState: Fault = {
  id: "state/malformed-id-has-a-state",
  title: "A trace id that is no UUID has an empty state.",
  requirement: ["STATE-06", "REFUSE-04"],
  install(hooks) {
    onRefusal(hooks, ["not-a-uuid"], (_reply, call) => succeed(call, { state: {} }), { kind: "state" });
  },
};
