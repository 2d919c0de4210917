import { defineEquivalence, envelopeOnV2, multipartStyle } from "./define.ts";

export const creation = defineEquivalence({
  id: "creation",
  requirement: "EQUIV-06",
  operations: ["v2CreateTrace", "legacyCreateTrace"],
  given: "Two traces, created with the same input through one face each and read through the same face.",
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
  why: "The legacy set coexists with the v2 set for the same traces; how one was written cannot be a property of it.",
  statedDifferences: [envelopeOnV2, multipartStyle],
});
