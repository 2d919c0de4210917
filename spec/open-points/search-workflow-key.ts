import { defineOpenPoint } from "./define.ts";
import { oneOf, record } from "./value-schemas.ts";

export const searchWorkflowKey = defineOpenPoint({
  id: "search-workflow-key",
  question: "Does the path of a search take the id or the name of the workflow?",
  section: "v2 endpoints",
  quotes: [
    { section: "v2 endpoints", quote: "Path: `workflowId` (described here as the name of the workflow)." },
    { section: "Legacy endpoints", quote: "path `workflowId` (described as the UUID of the workflow)" },
  ],
  readings: [
    { name: "id", description: "the `workflowId` of the workflow list" },
    { name: "name", description: "the `workflowName` of the workflow list" },
  ],
  example: { v2: "id", legacy: "id" },
  requirementsAffected: [
    "SEARCH-01",
    "SEARCH-02",
    "SEARCH-03",
    "SEARCH-04",
    "SEARCH-05",
    "SEARCH-06",
    "SEARCH-07",
    "SEARCH-08",
    "SEARCH-09",
    "SEARCH-10",
    "EQUIV-04",
  ],
  valueSchema: record({ v2: oneOf("id", "name"), legacy: oneOf("id", "name") }),
});
