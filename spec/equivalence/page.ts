import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const page = defineEquivalence({
  id: "page",
  requirement: "EQUIV-09",
  operations: ["v2TraceDetails", "legacyTraceDetails"],
  given: "The same trace and the same page arguments, where the legacy input takes page arguments.",
  parts: [
    {
      name: "links",
      left: { operation: "v2TraceDetails", at: ["data", "links"] },
      right: { operation: "legacyTraceDetails", at: ["links"] },
      comparison: "equal",
    },
    {
      name: "hasNext",
      left: { operation: "v2TraceDetails", at: ["data", "info", "hasNext"] },
      right: { operation: "legacyTraceDetails", at: ["info", "hasNext"] },
      comparison: "equal",
    },
    {
      name: "hasPrevious",
      left: { operation: "v2TraceDetails", at: ["data", "info", "hasPrevious"] },
      right: { operation: "legacyTraceDetails", at: ["info", "hasPrevious"] },
      comparison: "equal",
    },
  ],
  why: "The arguments say which links are wanted, not through which face.",
  statedDifferences: [envelopeOnV2],
});
