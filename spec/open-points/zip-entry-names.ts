import { defineOpenPoint } from "./define.ts";
import { oneOf, record } from "./value-schemas.ts";

export const zipEntryNames = defineOpenPoint({
  id: "zip-entry-names",
  question: "How are the entries of the zip archive named?",
  section: "v2 endpoints",
  quotes: [],
  readings: [
    { name: "file-name", description: "the file name of the part" },
    { name: "digest", description: "the digest" },
    { name: "part-name", description: "the name of the part" },
    { name: "other", description: "another name" },
  ],
  example: { names: "file-name" },
  requirementsAffected: ["FILES-03", "FILES-04", "FILES-09"],
  valueSchema: record({ names: oneOf("file-name", "digest", "part-name", "other") }),
});
