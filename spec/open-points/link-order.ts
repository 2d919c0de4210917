import { defineOpenPoint } from "./define.ts";
import { oneOf, record } from "./value-schemas.ts";

export const linkOrder = defineOpenPoint({
  id: "link-order",
  question: "In which order do the links of a trace stand?",
  section: "v2 endpoints",
  quotes: [],
  readings: [
    { name: "oldest-first", description: "the link of the creation comes first" },
    { name: "newest-first", description: "the link of the last action comes first" },
    { name: "unknown", description: "the order does not follow from the order of the actions" },
  ],
  example: { order: "oldest-first" },
  requirementsAffected: ["DETAILS-08", "PAGE-01", "PAGE-02", "PAGE-05", "PAGE-06", "PAGE-12"],
  valueSchema: record({ order: oneOf("oldest-first", "newest-first", "unknown") }),
});
