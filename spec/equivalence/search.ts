import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const search = defineEquivalence({
  id: "search",
  requirement: "EQUIV-04",
  operations: ["v2SearchTraces", "legacySearchTraces"],
  given: "The same workflow and filters, once both have caught up with the writes.",
  parts: [
    {
      name: "traces",
      left: { operation: "v2SearchTraces", at: ["data"] },
      right: { operation: "legacySearchTraces", at: [] },
      comparison: "same-set",
    },
  ],
  why: "The filters decide which traces are found; no order is stated.",
  statedDifferences: [
    envelopeOnV2,
    {
      difference: "The v2 path is described as taking the name of the workflow, the legacy path its UUID.",
      section: "v2 endpoints",
      quote: "Path: `workflowId` (described here as the name of the workflow).",
    },
  ],
});
