import { defineOpenPoint } from "./define.ts";
import { oneOf } from "./value-schemas.ts";

export const pageCombinations = defineOpenPoint({
  id: "page-combinations",
  question: "Which combinations of first, last, after and before are accepted, and are they honoured?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote: "Rules for combining `first`, `last`, `before` and `after`, and the default page size: not shown.",
    },
    {
      section: "v2 endpoints",
      quote: "with optional `first` (number), `last` (number), `after` (string cursor), `before` (string cursor)",
    },
  ],
  readings: [
    { name: "honoured", description: "the answer is what the arguments say" },
    { name: "ignored", description: "accepted, but some argument has no effect" },
    { name: "refused", description: "answered with a 4xx" },
  ],
  example: { "first-last": "refused" },
  requirementsAffected: ["PAGE-01", "PAGE-02", "PAGE-03", "PAGE-04", "PAGE-05", "PAGE-06", "PAGE-11", "EQUIV-09"],
  valueSchema: {
    type: "object",
    propertyNames: oneOf(
      "none",
      "first",
      "last",
      "first-after",
      "last-before",
      "after",
      "before",
      "first-before",
      "last-after",
      "first-last",
      "after-before",
    ),
    additionalProperties: oneOf("honoured", "ignored", "refused"),
  },
});
