import { tracesWritten } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsDoNotKnowTracesOfLegacy: Fault = {
  id: "equivalence/v2-details-do-not-know-traces-of-legacy",
  title: "The v2 details do not find traces that were created through the legacy face.",
  requirement: ["EQUIV-08", "CREATE-08"],
  install(hooks) {
    const made = tracesWritten(hooks, { face: "legacy", kind: "create" });
    hooks.around(
      "links",
      (inner) => async (call, traceId, window) =>
        call.face === "v2" && made.has(traceId) ? undefined : await inner(call, traceId, window),
    );
  },
};
