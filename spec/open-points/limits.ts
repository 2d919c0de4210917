/** What is open about limits. */
import { defineOpenPoints } from "./define.ts";
import { count, flag, listOf, orNull, record, text } from "./value-schemas.ts";

const noLimits = {
  section: "Limits",
  quote: "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
};

export const limitsOpenPoints = defineOpenPoints({
  "rate-limit": {
    question: "Does the target limit the rate of requests?",
    section: "Limits",
    quotes: [noLimits],
    readings: [
      { name: "none seen", description: "no request was answered with 429 or 503 and Retry-After" },
      { name: "seen", description: "some were; the run kept to the time they named" },
    ],
    example: { seen: false },
    valueSchema: record({ seen: flag }),
    measured: true,
  },
  "read-lag": {
    question: "How long after a write does a read of the trace show it?",
    section: "What the service does",
    quotes: [],
    readings: [
      { name: "at once", description: "a read that is sent after the answer of the write shows it" },
      {
        name: "later",
        description: "some reads come from a copy that is behind: traces are read so much later",
      },
    ],
    example: { ms: 300 },
    valueSchema: record({ ms: count }),
    measured: true,
  },
  "size-limits": {
    question: "How large may a request and a file be?",
    section: "Limits",
    quotes: [noLimits],
    readings: [
      { name: "bounded", description: "beyond some size requests are refused" },
      { name: "none seen", description: "the largest request that was tried was accepted" },
    ],
    example: { largestAcceptedBytes: 1048576, smallestRefusedBytes: 5242880 },
    valueSchema: record({ largestAcceptedBytes: count, smallestRefusedBytes: orNull(count) }),
    measured: true,
  },
  "input-features": {
    question: "Which unusual traits of an input are accepted, and which refused?",
    section: "Limits",
    quotes: [noLimits],
    readings: [
      { name: "accepted", description: "an input with the trait is accepted and kept faithfully" },
      { name: "refused", description: "an input with the trait is answered with a 4xx and leaves no mark" },
    ],
    example: { accepted: ["data.deep"], refused: ["data.nul"] },
    /**
     * `mostFiles`: so many files a trace takes; absent: none was refused for those that were there before. `apart`: traits of
     * data that are taken, but not with all others at once, as where data may not be large; absent: all are taken together.
     */
    valueSchema: record({ accepted: listOf(text), refused: listOf(text) }, { mostFiles: count, apart: listOf(text) }),
  },
});
