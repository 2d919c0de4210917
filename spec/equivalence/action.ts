import { defineEquivalence, envelopeOnV2, multipartStyle } from "./define.ts";

export const action = defineEquivalence({
  id: "action",
  requirement: "EQUIV-07",
  operations: ["v2AppendAction", "legacyAppendAction"],
  given: "Two traces alike, the same action appended through one face each, both read through the same face.",
  parts: [
    {
      name: "state",
      left: { operation: "v2TraceState", at: ["data", "state"] },
      right: { operation: "v2TraceState", at: ["data", "state"] },
      comparison: "isomorphic",
    },
    {
      name: "links",
      left: { operation: "v2TraceDetails", at: ["data", "links"] },
      right: { operation: "v2TraceDetails", at: ["data", "links"] },
      comparison: "isomorphic",
    },
  ],
  why: "An action has one meaning, whichever face carries it.",
  statedDifferences: [
    {
      difference:
        "The v2 action answers a UUID, the legacy link the state after the action: the answers do not compare.",
      section: "Legacy endpoints",
      quote: "response 200 `{state: object}`, the state data of the trace after the action",
    },
    envelopeOnV2,
    multipartStyle,
  ],
});
