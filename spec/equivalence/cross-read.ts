import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const crossRead = defineEquivalence({
  id: "cross-read",
  requirement: "EQUIV-08",
  operations: ["v2CreateTrace", "legacyTraceState"],
  given: "A trace that one face wrote, read through both faces with no write between.",
  parts: [
    {
      name: "state",
      left: { operation: "v2TraceState", at: ["data", "state"] },
      right: { operation: "legacyTraceState", at: ["state"] },
      comparison: "equal",
    },
    {
      name: "links",
      left: { operation: "v2TraceDetails", at: ["data", "links"] },
      right: { operation: "legacyTraceDetails", at: ["links"] },
      comparison: "equal",
    },
    {
      name: "files",
      left: { operation: "v2DownloadFiles", at: [] },
      right: { operation: "legacyDownloadFiles", at: [] },
      comparison: "same-zip-contents",
      when: "the trace has files",
    },
  ],
  why: "The sets coexist for the same traces: what one wrote is there for the other.",
  statedDifferences: [envelopeOnV2],
});
