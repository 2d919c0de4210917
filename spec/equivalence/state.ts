import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const state = defineEquivalence({
  id: "state",
  requirement: "EQUIV-01",
  operations: ["v2TraceState", "legacyTraceState"],
  given: "The same trace, with no write to it between the two reads.",
  parts: [
    {
      name: "state",
      left: { operation: "v2TraceState", at: ["data", "state"] },
      right: { operation: "legacyTraceState", at: ["state"] },
      comparison: "equal",
    },
  ],
  why: "A trace has one state; the faces are two ways to the same record.",
  statedDifferences: [envelopeOnV2],
});
