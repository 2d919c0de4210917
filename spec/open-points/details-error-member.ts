import { defineOpenPoint } from "./define.ts";
import { anything, record } from "./value-schemas.ts";

export const detailsErrorMember = defineOpenPoint({
  id: "details-error-member",
  question: "Which value does the v2 details request take in its member `error`?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote: "Type and meaning of the request member `error` on the v2 details endpoint: not shown.",
    },
    { section: "v2 endpoints", quote: "`error` (required member, type unspecified)" },
  ],
  readings: [
    { name: "null", description: "null" },
    { name: "empty", description: "an empty text or object" },
    { name: "another", description: "a boolean, a number, or any value at all" },
  ],
  example: { value: null },
  requirementsAffected: ["DETAILS-04"],
  valueSchema: record({ value: anything }),
});
