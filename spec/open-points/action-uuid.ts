import { defineOpenPoint } from "./define.ts";
import { jsonPath, oneOf, record } from "./value-schemas.ts";

export const actionUuid = defineOpenPoint({
  id: "action-uuid",
  question: "What does the UUID name that the v2 action answers?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote: "What the UUID string returned in `data` by the v2 action endpoint identifies: not shown.",
    },
  ],
  readings: [
    { name: "trace", description: "the trace to which the action was appended" },
    { name: "link", description: "the new link; a member of the link equals it" },
    { name: "other", description: "something else, new each time" },
  ],
  example: { names: "trace" },
  requirementsAffected: ["ACT-09"],
  valueSchema: record({ names: oneOf("trace", "link", "other") }, { path: jsonPath }),
});
