import { defineOpenPoint } from "./define.ts";
import { anything, oneOf, record } from "./value-schemas.ts";

export const legacyDetailsInput = defineOpenPoint({
  id: "legacy-details-input",
  question: "How are page arguments written into the member `input` of the legacy details request?",
  section: "Legacy endpoints",
  quotes: [
    { section: "Legacy endpoints", quote: "the input used to retrieve the links of the trace (type unspecified)" },
  ],
  readings: [
    { name: "arguments", description: '`{"input": {"first": 2}}`' },
    { name: "data", description: '`{"input": {"data": {"first": 2}}}`' },
    { name: "envelope", description: '`{"input": {"error": null, "data": {"first": 2}}}`' },
    { name: "page", description: '`{"input": {"page": {"first": 2}}}`' },
    { name: "pagination", description: '`{"input": {"pagination": {"first": 2}}}`' },
    { name: "text", description: '`{"input": "{\\"first\\": 2}"}`' },
    { name: "ignored", description: "no form has an effect; `neutral` is sent" },
  ],
  example: { form: "arguments", neutral: {} },
  requirementsAffected: ["EQUIV-09", "PAGE-01", "PAGE-02", "PAGE-03", "PAGE-04", "PAGE-05", "PAGE-06"],
  valueSchema: record({
    form: oneOf("arguments", "data", "envelope", "page", "pagination", "text", "ignored"),
    neutral: anything,
  }),
});
