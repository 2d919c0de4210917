import type { Call } from "../../core/call.ts";
import type { TraceRecord } from "../../core/records.ts";
import type { Fault } from "../fault.ts";

export const legacyAnswersTheStateBefore: Fault = {
  id: "actions/legacy-answers-the-state-before",
  title: "The legacy link answers the state as it was before the action.",
  requirement: "ACT-06",
  install(hooks) {
    const before = new WeakMap<Call, TraceRecord>();
    hooks.around(
      "append",
      (inner) => (call, traceId, compute) =>
        inner(call, traceId, (trace) => {
          before.set(call, trace);
          return compute(trace);
        }),
    );
    hooks.around("presentState", (inner) => (call, trace) => inner(call, before.get(call) ?? trace));
  },
};
