import { defineOpenPoint } from "./define.ts";
import { count, orNull, record } from "./value-schemas.ts";

export const sizeLimits = defineOpenPoint({
  id: "size-limits",
  question: "How large may a request and a file be?",
  section: "Limits",
  quotes: [
    {
      section: "Limits",
      quote: "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
    },
  ],
  readings: [
    { name: "bounded", description: "beyond some size requests are refused" },
    { name: "none seen", description: "the largest request that was tried was accepted" },
  ],
  example: { largestAcceptedBytes: 1048576, smallestRefusedBytes: 5242880 },
  requirementsAffected: ["DATA-08", "REFUSE-03"],
  valueSchema: record({ largestAcceptedBytes: count, smallestRefusedBytes: orNull(count) }),
});
