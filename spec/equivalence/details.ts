import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const details = defineEquivalence({
  id: "details",
  requirement: "EQUIV-02",
  operations: ["v2TraceDetails", "legacyTraceDetails"],
  given: "The same trace, every link of it read through both faces, with no write to it between.",
  parts: [
    {
      name: "links",
      left: { operation: "v2TraceDetails", at: ["data", "links"] },
      right: { operation: "legacyTraceDetails", at: ["links"] },
      comparison: "equal",
      when: "both answers hold the whole trace, or the pages of both are put together",
    },
    {
      name: "totalCount",
      left: { operation: "v2TraceDetails", at: ["data", "totalCount"] },
      right: { operation: "legacyTraceDetails", at: ["totalCount"] },
      comparison: "equal",
    },
  ],
  why: "A trace has one list of links. Cursors are opaque, so a face may write its own.",
  statedDifferences: [
    envelopeOnV2,
    {
      difference: "The v2 request takes `{error, data}`, the legacy request `{input}` of unspecified type.",
      section: "Versioning",
      quote: "v2 trace details take `{error, data: {first, last, after, before}}`",
    },
  ],
});
