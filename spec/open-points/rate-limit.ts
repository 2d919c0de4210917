import { defineOpenPoint } from "./define.ts";
import { flag, record } from "./value-schemas.ts";

export const rateLimit = defineOpenPoint({
  id: "rate-limit",
  question: "Does the target limit the rate of requests?",
  section: "Limits",
  quotes: [
    {
      section: "Limits",
      quote: "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
    },
  ],
  readings: [
    { name: "none seen", description: "no request was answered with 429 or 503 and Retry-After" },
    { name: "seen", description: "some were; the run kept to the time they named" },
  ],
  example: { seen: false },
  requirementsAffected: ["ROBUST-02"],
  valueSchema: record({ seen: flag }),
});
