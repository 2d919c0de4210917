import { defineOpenPoint } from "./define.ts";
import { mapOf, oneOf } from "./value-schemas.ts";

export const requiredFields = defineOpenPoint({
  id: "required-fields",
  question: "Which of actionKey, workflowId, groupLabel and the data are required on creation and action?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote:
        "Which of `actionKey`, `workflowId`, `groupLabel` and `traceInput`/`data` are required on the creation and action endpoints: not shown.",
    },
  ],
  readings: [
    { name: "required", description: "a request without the field is refused" },
    { name: "optional", description: "a request without the field is accepted" },
  ],
  example: { v2CreateTrace: { groupLabel: "optional" } },
  requirementsAffected: [],
  valueSchema: mapOf(mapOf(oneOf("required", "optional"))),
});
