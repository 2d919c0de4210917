import { defineOpenPoint } from "./define.ts";
import { count, oneOf, orNull, record } from "./value-schemas.ts";

export const pageSize = defineOpenPoint({
  id: "page-size",
  question: "How many links does a page have when no number is asked for, and how many at most?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote: "Rules for combining `first`, `last`, `before` and `after`, and the default page size: not shown.",
    },
    {
      section: "Limits",
      quote: "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
    },
  ],
  readings: [
    { name: "clamped", description: "a number beyond the cap is answered with as many links as the cap" },
    { name: "refused", description: "a number beyond the cap is refused" },
    { name: "none-seen", description: "no cap was met" },
  ],
  example: { default: 50, cap: 100, beyondCap: "clamped" },
  requirementsAffected: ["PAGE-01", "PAGE-02", "PAGE-10", "PAGE-12"],
  valueSchema: record({
    default: orNull(count),
    cap: orNull(count),
    beyondCap: oneOf("clamped", "refused", "none-seen"),
  }),
});
