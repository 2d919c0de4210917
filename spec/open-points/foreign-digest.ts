import { defineOpenPoint } from "./define.ts";
import { oneOf, record } from "./value-schemas.ts";

export const foreignDigest = defineOpenPoint({
  id: "foreign-digest",
  question: "What happens to a digest in the list that names no file of the trace?",
  section: "v2 endpoints",
  quotes: [
    { section: "v2 endpoints", quote: "all the files must belong to the trace" },
    { section: "Legacy endpoints", quote: "all of which must be in the trace" },
  ],
  readings: [
    { name: "refused", description: "the whole request is refused" },
    {
      name: "left-out",
      description:
        'the archive holds the other files alone, so it is not one "with the requested files", which breaks FILES-11',
    },
    { name: "served", description: "the file of the other trace is given out, which breaks FILES-08" },
  ],
  example: { reading: "refused" },
  requirementsAffected: ["FILES-08", "FILES-11", "FILE-02"],
  valueSchema: record({ reading: oneOf("refused", "left-out", "served") }),
});
