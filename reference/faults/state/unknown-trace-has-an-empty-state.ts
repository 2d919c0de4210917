import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownTraceHasAnEmptyState: Fault = {
  id: "state/unknown-trace-has-an-empty-state",
  title: "The state of an unknown trace is answered as an empty object.",
  requirement: "STATE-06",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], (_reply, call) => succeed(call, { state: {} }), { kind: "state" });
  },
};
