/** Requirements on refused requests leave no mark. */
import { defineRequirements, everyOperation, kinds } from "./define.ts";

export const refusals = defineRequirements({
  "REFUSE-01": {
    level: "MUST",
    basis: "implied",
    statement: "A refused action leaves links, state and files as they were.",
    section: "What the service does",
    operations: kinds("act"),
    needs: ["write-access", "append-action"],
    readings: ["own-links"],
  },
  "REFUSE-02": {
    level: "MUST",
    basis: "implied",
    statement: "A refused creation leaves no trace behind.",
    section: "What the service does",
    operations: kinds("create", "search"),
    needs: ["write-access", "reading:search-keys", "shows:searched-data", "schema:marker", "schema:lone-marker"],
  },
  "REFUSE-03": {
    level: "MUST",
    basis: "implied",
    statement: "A plain, well-formed request is not refused.",
    section: "What the service does",
    operations: everyOperation,
    readings: ["size-limits", "input-features", "search-lag"],
  },
  "REFUSE-04": {
    level: "MUST",
    basis: "implied",
    statement: "A text that is no UUID names no trace.",
    section: "v2 endpoints",
    furtherQuotes: [
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "v2 endpoints", quote: "Path: `traceId` (string, UUID)." },
      { section: "Legacy endpoints", quote: "path `traceId` (UUID)" },
    ],
    operations: kinds("act", "details", "state", "files", "file"),
  },
  "REFUSE-05": {
    level: "MUST",
    basis: "implied",
    statement: "A plain, well-formed request gets a whole answer, when it is sent again at the latest.",
    section: "What the service does",
    operations: everyOperation,
    shownBy: "delivery",
  },
});
