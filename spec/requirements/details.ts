/** Requirements on the links of a trace. */
import { defineRequirements, kinds } from "./define.ts";

export const details = defineRequirements({
  "DETAILS-01": {
    level: "MUST",
    basis: "stated",
    statement:
      "The v2 details answer `{error, data: {links, totalCount, info}}`, all three present and of the shown types.",
    section: "v2 endpoints",
    quote: "Within data, `links`, `totalCount` and `info` are required.",
    furtherQuotes: [
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "Link (element of a trace)", quote: "An object." },
      {
        section: "Summary",
        quote: "| POST | /v2/traces/{traceId}/details | Retrieve links of a trace, paginated | v2 |",
      },
      { section: "v2 endpoints", quote: "Path: `traceId` (string, UUID)." },
      {
        section: "v2 endpoints",
        quote: "Response 200: `{error, data: {links: array of objects, totalCount: integer, info: page information}}`.",
      },
    ],
    operations: ["v2TraceDetails"],
  },
  "DETAILS-02": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy details answer `{links, totalCount, info}`, all three present and of the shown types.",
    section: "Legacy endpoints",
    quote: "response 200 `{links: array of objects, totalCount: integer, info: page information}` without envelope",
    furtherQuotes: [
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "Link (element of a trace)", quote: "An object." },
      { section: "Summary", quote: "| POST | /trace/{traceId}/details | Retrieve links of a trace | legacy |" },
      { section: "Legacy endpoints", quote: "path `traceId` (UUID)" },
    ],
    operations: ["legacyTraceDetails"],
  },
  "DETAILS-03": {
    level: "MUST",
    basis: "stated",
    statement: "Page information carries the booleans `hasNext` and `hasPrevious`.",
    section: "Page information (trace details)",
    quote: "| hasNext | boolean | yes |",
    furtherQuotes: [{ section: "Page information (trace details)", quote: "| hasPrevious | boolean | yes |" }],
    operations: kinds("details"),
  },
  "DETAILS-04": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 details take `{error, data}`.",
    section: "v2 endpoints",
    quote: "Request JSON: `error` (required member, type unspecified) and `data` (object)",
    furtherQuotes: [
      {
        section: "v2 endpoints",
        quote: "with optional `first` (number), `last` (number), `after` (string cursor), `before` (string cursor)",
      },
      { section: "Versioning", quote: "v2 trace details take `{error, data: {first, last, after, before}}`" },
    ],
    operations: ["v2TraceDetails"],
  },
  "DETAILS-05": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy details take `{input}`.",
    section: "Legacy endpoints",
    quote: "request JSON `{input: ...}`",
    operations: ["legacyTraceDetails"],
  },
  "DETAILS-06": {
    level: "MUST",
    basis: "implied",
    statement: "`totalCount` is the number of links of the trace.",
    section: "v2 endpoints",
    operations: kinds("details"),
    needs: ["write-access"],
  },
  "DETAILS-07": {
    level: "MUST",
    basis: "implied",
    statement: "The data of each action is found in its link as it was sent.",
    section: "What the service does",
    operations: kinds("details"),
    needs: ["write-access", "reading:link-data"],
  },
  "DETAILS-08": {
    level: "MUST",
    basis: "implied",
    statement: "Links keep the order in which their actions were appended.",
    section: "What the service does",
    operations: kinds("details"),
    needs: ["write-access", "append-action"],
  },
  "DETAILS-09": {
    level: "MUST",
    basis: "implied",
    statement: "Reading the details twice gives the same links.",
    section: "What the service does",
    operations: kinds("details"),
  },
  "DETAILS-10": {
    level: "MUST",
    basis: "implied",
    statement: "The details of a trace that does not exist are not answered as if it did.",
    section: "v2 endpoints",
    operations: kinds("details"),
  },
  "DETAILS-11": {
    level: "MUST",
    basis: "implied",
    statement: "The links of a trace come from its own actions alone.",
    section: "What the service does",
    operations: kinds("details"),
    needs: ["write-access"],
  },
});
