import type { Call } from "../../core/call.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2EmptyStateIsNull: Fault = {
  id: "state/v2-empty-state-is-null",
  title: "The v2 state of a trace without data is null.",
  requirement: "STATE-01",
  install(hooks) {
    const empty = new WeakSet<Call>();
    hooks.around("presentState", (inner) => (call, trace) => {
      if (Object.keys(trace.data).length === 0) empty.add(call);
      return inner(call, trace);
    });
    rewritePayload(hooks, { face: "v2", kind: "state" }, (payload, call) =>
      empty.has(call) ? { state: null } : payload,
    );
  },
};
