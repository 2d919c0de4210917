import { defineOpenPoint } from "./define.ts";
import { anything, listOf, record } from "./value-schemas.ts";

export const errorOnSuccess = defineOpenPoint({
  id: "error-on-success",
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
  requirementsAffected: ["ENV-01"],
  valueSchema: record({ values: listOf(anything) }),
});
