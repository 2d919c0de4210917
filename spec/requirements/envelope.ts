/** Requirements on the v2 envelope and its absence on the legacy face. */
import { operations } from "../operations.ts";
import { defineRequirements } from "./define.ts";

export const envelope = defineRequirements({
  "ENV-01": {
    level: "MUST",
    basis: "stated",
    statement:
      "A v2 JSON response is an object with the members `error` and `data`; where the service refuses a well-formed request, `data` may be missing.",
    section: "v2 envelope",
    quote:
      "Every v2 JSON response is an object with two members: `error` (type unspecified) and `data` (the payload of the endpoint).",
    furtherQuotes: [
      {
        section: "Trace and Workflow Service Interface",
        quote: "Two endpoint sets coexist: a v2 set (paths prefixed `/v2`, responses wrapped in an envelope)",
      },
      { section: "Errors", quote: "v2 responses carry an `error` member next to `data`" },
      {
        section: "Versioning",
        quote: "Differences: v2 responses (except the organization workflow list) are wrapped in `{error, data}`",
      },
    ],
    operations: operations.filter((o) => o.face === "v2" && o.enveloped).map((o) => o.id),
    readings: ["error-on-success"],
    shownBy: "exchange",
    describes: "envelope",
  },
  "ENV-02": {
    level: "MUST",
    basis: "stated",
    statement: "A legacy response carries the payload directly, without the envelope.",
    section: "v2 envelope",
    quote: "Legacy responses carry the payload directly, without the envelope.",
    furtherQuotes: [
      { section: "Trace and Workflow Service Interface", quote: "an unversioned legacy set (no envelope)" },
    ],
    operations: operations.filter((o) => o.face === "legacy" && o.response === "json").map((o) => o.id),
    shownBy: "exchange",
  },
  "ENV-03": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 workflow list is a JSON array without the envelope.",
    section: "v2 endpoints",
    quote: "Response 200: JSON array (no envelope) of `{workflowId: string, workflowName: string}`.",
    furtherQuotes: [
      {
        section: "Versioning",
        quote: "Differences: v2 responses (except the organization workflow list) are wrapped in `{error, data}`",
      },
    ],
    operations: ["v2ListWorkflows"],
    needs: ["organization"],
    shownBy: "exchange",
  },
});
