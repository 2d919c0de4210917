import type { Call } from "../../core/call.ts";
import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyStateOfALongerTraceInEnvelope: Fault = {
  id: "envelope/legacy-state-of-a-longer-trace-in-envelope",
  title: "The legacy state of a trace with three links or more comes in the envelope of v2.",
  requirement: ["ENV-02", "STATE-02"],
  install(hooks) {
    const lengths = new WeakMap<Call, number>();
    hooks.around("presentState", (inner) => (call, trace) => {
      lengths.set(call, trace.linkCount);
      return inner(call, trace);
    });
    rewriteBody(hooks, { face: "legacy", kind: "state" }, (data, call) =>
      (lengths.get(call) ?? 0) < 3 ? data : { error: null, data },
    );
  },
};
