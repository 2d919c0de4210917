/** Requirements on listing the workflows of an organization. */
import { defineRequirements, kinds } from "./define.ts";

export const workflows = defineRequirements({
  "FLOW-01": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 workflow list holds objects with the texts `workflowId` and `workflowName`.",
    section: "v2 endpoints",
    quote: "JSON array (no envelope) of `{workflowId: string, workflowName: string}`",
    operations: ["v2ListWorkflows"],
    needs: ["organization"],
  },
  "FLOW-02": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy workflow list is an array of objects with the texts `workflowId` and `workflowName`.",
    section: "Legacy endpoints",
    quote: "response 200 array of `{workflowId, workflowName}`",
    operations: ["legacyListWorkflows"],
    needs: ["organization"],
  },
  "FLOW-03": {
    level: "MUST",
    basis: "stated",
    statement: "The workflows that are known to belong to the organization are listed, by their id and name.",
    section: "What the service does",
    quote: "Workflows are listed per organization name.",
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
