/** Requirements on the state of a trace. */
import { defineRequirements, kinds } from "./define.ts";

export const state = defineRequirements({
  "STATE-01": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 state answers `{error, data: {state: object}}`.",
    section: "v2 endpoints",
    quote: "Response 200: `{error, data: {state: object}}`.",
    furtherQuotes: [
      { section: "What the service does", quote: "A trace has a **state**: a JSON object of state data." },
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "Trace state", quote: "An object named `state`." },
      { section: "Summary", quote: "| GET | /v2/traces/{traceId}/state | Retrieve trace state | v2 |" },
    ],
    operations: ["v2TraceState"],
  },
  "STATE-02": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy state answers `{state: object}`.",
    section: "Legacy endpoints",
    quote: "response 200 `{state: object}`.",
    furtherQuotes: [
      { section: "What the service does", quote: "A trace has a **state**: a JSON object of state data." },
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "Trace state", quote: "An object named `state`." },
      { section: "Summary", quote: "| GET | /trace/{traceId}/state | Retrieve trace state | legacy |" },
    ],
    operations: ["legacyTraceState"],
  },
  "STATE-03": {
    level: "MUST",
    basis: "implied",
    statement: "The state shows the data of the actions, combined in the target's own way.",
    section: "What the service does",
    operations: kinds("state", "act"),
    needs: ["write-access", "reading:state-data"],
  },
  "STATE-04": {
    level: "MUST",
    basis: "implied",
    statement: "Reading the state twice without an action between gives the same state.",
    section: "What the service does",
    operations: kinds("state"),
  },
  "STATE-05": {
    level: "MUST",
    basis: "implied",
    statement: "The state changes through actions on the trace alone.",
    section: "What the service does",
    operations: kinds("state"),
    needs: ["write-access"],
  },
  "STATE-06": {
    level: "MUST",
    basis: "implied",
    statement: "The state of a trace that does not exist is not answered as if it did.",
    section: "What the service does",
    operations: kinds("state"),
  },
  "STATE-07": {
    level: "MUST",
    basis: "implied",
    statement: "The state holds no data of another trace.",
    section: "What the service does",
    operations: kinds("state"),
    needs: ["write-access"],
  },
});
