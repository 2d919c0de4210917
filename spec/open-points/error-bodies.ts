import { defineOpenPoint } from "./define.ts";
import { record, text } from "./value-schemas.ts";

export const errorBodies = defineOpenPoint({
  id: "error-bodies",
  question: "What does the body of a refusal look like, on each face?",
  section: "Errors",
  quotes: [
    {
      section: "Errors",
      quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
    },
  ],
  readings: [
    { name: "envelope", description: "`{error, data}` with the failure in `error`" },
    { name: "object", description: "a JSON object of the service's own" },
    { name: "text", description: "plain text or HTML" },
    { name: "empty", description: "no body" },
  ],
  example: { v2: "envelope", legacy: "object" },
  requirementsAffected: ["ROBUST-03", "ROBUST-06"],
  valueSchema: record({ v2: text, legacy: text }),
});
