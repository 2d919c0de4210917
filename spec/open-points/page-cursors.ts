import { defineOpenPoint } from "./define.ts";
import { flag, record } from "./value-schemas.ts";

export const pageCursors = defineOpenPoint({
  id: "page-cursors",
  question: "Do pages carry cursors?",
  section: "Page information (trace details)",
  quotes: [
    { section: "Page information (trace details)", quote: "| startCursor | string | no |" },
    { section: "Page information (trace details)", quote: "| endCursor | string | no |" },
  ],
  readings: [
    { name: "both", description: "pages carry `startCursor` and `endCursor`" },
    { name: "one", description: "pages carry one of the two" },
    { name: "none", description: "pages carry no cursor, and a trace cannot be walked by cursors" },
  ],
  example: { start: true, end: true },
  requirementsAffected: ["PAGE-03", "PAGE-04", "PAGE-05", "PAGE-06", "PAGE-11", "PAGE-13"],
  valueSchema: record({ start: flag, end: flag }),
});
