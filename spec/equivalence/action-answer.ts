import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const actionAnswer = defineEquivalence({
  id: "action-answer",
  requirement: "ACT-06",
  operations: ["legacyAppendAction", "v2TraceState"],
  given: "The same trace, read after the action with no other write between.",
  parts: [
    {
      name: "state",
      left: { operation: "legacyAppendAction", at: ["state"] },
      right: { operation: "v2TraceState", at: ["data", "state"] },
      comparison: "equal",
    },
    {
      name: "state, legacy",
      left: { operation: "legacyAppendAction", at: ["state"] },
      right: { operation: "legacyTraceState", at: ["state"] },
      comparison: "equal",
    },
  ],
  why: "The answer is stated to be the state after the action, which the state endpoints show.",
  statedDifferences: [envelopeOnV2],
});
