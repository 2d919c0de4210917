import { defineOpenPoint } from "./define.ts";
import { flag, record, status } from "./value-schemas.ts";

export const unknownTrace = defineOpenPoint({
  id: "unknown-trace",
  question: "How is a request answered that names a trace which does not exist?",
  section: "Errors",
  quotes: [
    {
      section: "Errors",
      quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
    },
  ],
  readings: [
    { name: "404", description: "with status 404" },
    {
      name: "another refusal",
      description: "with another status, such as 400 or 403, or with status 200 and the failure in the envelope",
    },
  ],
  example: { refused: true, status: 404 },
  requirementsAffected: ["STATE-06", "DETAILS-10", "ACT-11", "FILE-03"],
  valueSchema: record({ refused: flag, status }),
});
