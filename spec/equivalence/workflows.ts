import { defineEquivalence } from "./define.ts";

export const workflows = defineEquivalence({
  id: "workflows",
  requirement: "EQUIV-05",
  operations: ["v2ListWorkflows", "legacyListWorkflows"],
  given: "The same organization.",
  parts: [
    {
      name: "workflows",
      left: { operation: "v2ListWorkflows", at: [] },
      right: { operation: "legacyListWorkflows", at: [] },
      comparison: "same-set",
    },
  ],
  why: "An organization has one list of workflows; no order is stated.",
  statedDifferences: [
    {
      difference: "None: the v2 list has no envelope either.",
      section: "v2 endpoints",
      quote: "Response 200: JSON array (no envelope) of `{workflowId: string, workflowName: string}`.",
    },
  ],
});
