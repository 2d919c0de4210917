import type { Fault } from "../fault.ts";

export const freshTraceHasNoV2State: Fault = {
  id: "refusals/fresh-trace-has-no-v2-state",
  title: "The v2 state of a trace is not found before its second link.",
  requirement: ["REFUSE-03", "CREATE-08"],
  install(hooks) {
    hooks.around("trace", (inner) => async (call, traceId) => {
      const trace = await inner(call, traceId);
      return call.face === "v2" && trace?.linkCount === 1 ? undefined : trace;
    });
  },
};
