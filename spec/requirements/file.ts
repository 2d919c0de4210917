/** Requirements on one file. */
import { defineRequirements, kinds } from "./define.ts";

export const file = defineRequirements({
  "FILE-01": {
    level: "MUST",
    basis: "stated",
    statement: "The file endpoint answers the file that the digest identifies, byte for byte.",
    section: "v2 endpoints",
    quote: "Response: the file identified by the digest in the trace.",
    furtherQuotes: [
      { section: "What the service does", quote: "can be downloaded one by one" },
      { section: "Trace", quote: "| traceId | string, UUID | Path parameter; identifies a trace. |" },
      { section: "Summary", quote: "| GET | /v2/traces/{traceId}/file/{digest} | Download one file | v2 |" },
      { section: "v2 endpoints", quote: "Path: `traceId` (string, UUID), `digest` (string)." },
    ],
    operations: ["v2DownloadFile"],
    needs: ["write-access", "reading:digest-location"],
  },
  "FILE-02": {
    level: "MUST",
    basis: "stated",
    statement: "A digest of another trace's file is not served in this trace.",
    section: "v2 endpoints",
    quote: "the file identified by the digest in the trace",
    operations: ["v2DownloadFile"],
    needs: ["write-access", "reading:digest-location"],
  },
  "FILE-03": {
    level: "MUST",
    basis: "implied",
    statement: "A digest that names no file is not answered with a file.",
    section: "v2 endpoints",
    operations: ["v2DownloadFile"],
    needs: ["write-access"],
  },
  "FILE-04": {
    level: "MUST",
    basis: "stated",
    statement: "Every attached file is identified by a digest inside its trace.",
    section: "What the service does",
    quote: "They are identified inside a trace by a **digest**",
    operations: kinds("create", "act", "details", "state"),
    needs: ["write-access", "reading:digest-location"],
  },
  "FILE-05": {
    level: "MUST",
    basis: "implied",
    statement: "Empty files are kept and served as empty files.",
    section: "What the service does",
    operations: kinds("file", "files"),
    needs: ["write-access", "reading:digest-location"],
  },
  "FILE-06": {
    level: "MUST",
    basis: "implied",
    statement: "A downloaded file is the same on every download.",
    section: "v2 endpoints",
    operations: ["v2DownloadFile"],
    needs: ["write-access", "reading:digest-location"],
  },
});
