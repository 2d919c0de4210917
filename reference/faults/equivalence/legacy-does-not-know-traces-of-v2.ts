import { tracesWritten } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const legacyDoesNotKnowTracesOfV2: Fault = {
  id: "equivalence/legacy-does-not-know-traces-of-v2",
  title: "Traces that were created through v2 do not exist for the legacy face.",
  requirement: ["EQUIV-08", "CREATE-08"],
  install(hooks) {
    const made = tracesWritten(hooks, { face: "v2", kind: "create" });
    hooks.around(
      "trace",
      (inner) => async (call, traceId) =>
        call.face === "legacy" && made.has(traceId) ? undefined : await inner(call, traceId),
    );
    hooks.around(
      "links",
      (inner) => async (call, traceId, window) =>
        call.face === "legacy" && made.has(traceId) ? undefined : await inner(call, traceId, window),
    );
  },
};
