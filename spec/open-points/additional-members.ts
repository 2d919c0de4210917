import { defineOpenPoint } from "./define.ts";
import { listOf, record, text } from "./value-schemas.ts";

export const additionalMembers = defineOpenPoint({
  id: "additional-members",
  question: "Which members do responses have beyond those shown?",
  section: "Resources and their fields",
  quotes: [],
  readings: [
    { name: "none", description: "only what the interface shows" },
    { name: "some", description: "members of the service's own, named by operation" },
  ],
  example: { seen: ["v2TraceDetails: data.info.pageSize"] },
  requirementsAffected: [],
  valueSchema: record({ seen: listOf(text) }),
});
