/** What is open about answers of every kind. */
import { defineOpenPoints } from "./define.ts";
import { anything, either, listOf, mapOf, oneOf, record, status, text } from "./value-schemas.ts";

const noErrors = {
  section: "Errors",
  quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
};

export const answersOpenPoints = defineOpenPoints({
  "error-statuses": {
    question: "With which status is each kind of refusal answered?",
    section: "Errors",
    quotes: [noErrors],
    readings: [
      { name: "4xx", description: "a client error status, such as 400, 401, 403, 404, 409, 413, 415 or 422" },
      { name: "2xx-with-error", description: "status 200 and the failure in the member `error`" },
    ],
    example: { "unknown-trace": 404 },
    valueSchema: mapOf(either(status, oneOf("2xx-with-error"))),
  },
  "error-bodies": {
    question: "What does the body of a refusal look like, on each face?",
    section: "Errors",
    quotes: [noErrors],
    readings: [
      { name: "envelope", description: "`{error, data}` with the failure in `error`" },
      { name: "object", description: "a JSON object of the service's own" },
      { name: "text", description: "plain text or HTML" },
      { name: "empty", description: "no body" },
    ],
    example: { v2: "envelope", legacy: "object" },
    valueSchema: record({ v2: text, legacy: text }),
  },
  "error-on-success": {
    question: "Which values does the member `error` take in a successful v2 response?",
    section: "v2 envelope",
    quotes: [
      { section: "v2 envelope", quote: "`error` (type unspecified)" },
      {
        section: "Errors",
        quote:
          "v2 responses carry an `error` member next to `data`; in the successful responses it is shown with an unspecified type.",
      },
    ],
    readings: [
      { name: "null", description: "null" },
      { name: "false", description: "false" },
      { name: "empty", description: "an empty text or object" },
      { name: "another", description: "any other value" },
    ],
    example: { values: [null] },
    valueSchema: record({ values: listOf(anything) }),
  },
  "additional-members": {
    question: "Which members do responses have beyond those shown?",
    section: "Resources and their fields",
    quotes: [],
    readings: [
      { name: "none", description: "only what the interface shows" },
      { name: "some", description: "members of the service's own, named by operation" },
    ],
    example: { seen: ["v2TraceDetails: data.info.pageSize"] },
    valueSchema: record({ seen: listOf(text) }),
  },
});
