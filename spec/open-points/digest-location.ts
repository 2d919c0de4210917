import { defineOpenPoint } from "./define.ts";
import { jsonPath, oneOf, record } from "./value-schemas.ts";

export const digestLocation = defineOpenPoint({
  id: "digest-location",
  question: "Where can a client read the digest of a file that it attached?",
  section: "What the service does",
  quotes: [{ section: "What the service does", quote: "They are identified inside a trace by a **digest**" }],
  readings: [
    { name: "links", description: "in the link of the action, at a path" },
    { name: "state", description: "in the state of the trace, at a path" },
    { name: "computed", description: "nowhere, but it follows from the content of the file" },
  ],
  example: { where: "links", path: ["meta", "files", "*", "digest"] },
  requirementsAffected: [
    "FILES-01",
    "FILES-02",
    "FILES-03",
    "FILES-04",
    "FILES-05",
    "FILES-06",
    "FILES-07",
    "FILES-08",
    "FILES-09",
    "FILES-10",
    "FILES-11",
    "FILE-01",
    "FILE-02",
    "FILE-04",
    "FILE-05",
    "FILE-06",
    "CONC-03",
    "EQUIV-03",
  ],
  valueSchema: record({ where: oneOf("links", "state", "computed"), path: jsonPath }),
});
