import { defineOpenPoint } from "./define.ts";
import { jsonPath, listOf, record } from "./value-schemas.ts";

export const volatileMembers = defineOpenPoint({
  id: "volatile-members",
  question: "Which members of the state and of a link change without a write?",
  section: "What the service does",
  quotes: [],
  readings: [
    { name: "none", description: "two reads without a write between give the same" },
    { name: "some", description: "members such as the time of the read, at their paths" },
  ],
  example: { state: [["readAt"]], link: [] },
  requirementsAffected: ["STATE-04", "DETAILS-09", "ACT-08", "EQUIV-01", "EQUIV-02"],
  valueSchema: record({ state: listOf(jsonPath), link: listOf(jsonPath) }),
});
