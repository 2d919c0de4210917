import { defineOpenPoint } from "./define.ts";
import { listOf, record, text } from "./value-schemas.ts";

export const inputFeatures = defineOpenPoint({
  id: "input-features",
  question: "Which unusual features of an input are accepted, and which refused?",
  section: "Limits",
  quotes: [
    {
      section: "Limits",
      quote: "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
    },
  ],
  readings: [
    { name: "accepted", description: "an input with the feature is accepted and kept faithfully" },
    { name: "refused", description: "an input with the feature is answered with a 4xx and leaves no mark" },
  ],
  example: { accepted: ["data.deep"], refused: ["data.nul"] },
  requirementsAffected: [
    "REFUSE-03",
    "DATA-01",
    "DATA-02",
    "DATA-03",
    "DATA-04",
    "DATA-05",
    "DATA-06",
    "DATA-07",
    "DATA-08",
    "DATA-09",
  ],
  valueSchema: record({ accepted: listOf(text), refused: listOf(text) }),
});
