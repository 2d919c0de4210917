/** Requirements on listing the workflows of an organization. */
import { defineRequirements, kinds } from "./define.ts";

export const workflows = defineRequirements({
  "FLOW-01": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 workflow list holds objects with the texts `workflowId` and `workflowName`.",
    section: "v2 endpoints",
    quote: "JSON array (no envelope) of `{workflowId: string, workflowName: string}`",
    furtherQuotes: [
      { section: "What the service does", quote: "A **workflow** has an identifier and a name." },
      { section: "Workflow (list item)", quote: "| workflowId | string |" },
      { section: "Workflow (list item)", quote: "| workflowName | string |" },
      { section: "Summary", quote: "| GET | /v2/organizations/{name}/workflows | List organization workflows | v2 |" },
    ],
    operations: ["v2ListWorkflows"],
    needs: ["organization"],
  },
  "FLOW-02": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy workflow list is an array of objects with the texts `workflowId` and `workflowName`.",
    section: "Legacy endpoints",
    quote: "response 200 array of `{workflowId, workflowName}`",
    furtherQuotes: [
      { section: "What the service does", quote: "A **workflow** has an identifier and a name." },
      { section: "Workflow (list item)", quote: "| workflowId | string |" },
      { section: "Workflow (list item)", quote: "| workflowName | string |" },
      { section: "Summary", quote: "| GET | /workflow/orgName/{orgName} | List organization workflows | legacy |" },
    ],
    operations: ["legacyListWorkflows"],
    needs: ["organization"],
  },
  "FLOW-03": {
    level: "MUST",
    basis: "stated",
    statement: "The workflows that are known to belong to the organization are listed, by their id and name.",
    section: "What the service does",
    quote: "Workflows are listed per organization name.",
    furtherQuotes: [
      { section: "v2 endpoints", quote: "Path: `name` (organization name)." },
      { section: "Legacy endpoints", quote: "path `orgName`" },
    ],
    operations: kinds("workflows"),
    needs: ["organization"],
  },
  "FLOW-04": {
    level: "MUST",
    basis: "implied",
    statement: "Each workflow is listed once.",
    section: "What the service does",
    operations: kinds("workflows"),
    needs: ["organization"],
  },
  "FLOW-05": {
    level: "MUST",
    basis: "implied",
    statement: "An organization that does not exist has no workflows to list.",
    section: "What the service does",
    operations: kinds("workflows"),
    needs: ["organization"],
  },
  "FLOW-06": {
    level: "MUST",
    basis: "implied",
    statement: "The list is the same on every call.",
    section: "What the service does",
    operations: kinds("workflows"),
    needs: ["organization"],
  },
});
