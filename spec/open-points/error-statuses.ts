import { defineOpenPoint } from "./define.ts";
import { mapOf, oneOf, status } from "./value-schemas.ts";

export const errorStatuses = defineOpenPoint({
  id: "error-statuses",
  question: "With which status is each kind of refusal answered?",
  section: "Errors",
  quotes: [
    {
      section: "Errors",
      quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
    },
  ],
  readings: [
    { name: "4xx", description: "a client error status, such as 400, 401, 403, 404, 409, 413, 415 or 422" },
    { name: "2xx-with-error", description: "status 200 and the failure in the member `error`" },
  ],
  example: { "unknown-trace": 404 },
  requirementsAffected: ["ROBUST-01"],
  valueSchema: mapOf({ anyOf: [status, oneOf("2xx-with-error")] }),
});
