import { defineOpenPoint } from "./define.ts";
import { count, record } from "./value-schemas.ts";

export const searchLag = defineOpenPoint({
  id: "search-lag",
  question: "How long after a write does a search show it?",
  section: "What the service does",
  quotes: [],
  readings: [
    { name: "at once", description: "a search that is sent after the answer of the write shows it" },
    { name: "later", description: "a search shows it after some time" },
  ],
  example: { ms: 1000 },
  requirementsAffected: ["SEARCH-03", "SEARCH-08", "SEARCH-09", "EQUIV-04", "EQUIV-08"],
  valueSchema: record({ ms: count }),
});
