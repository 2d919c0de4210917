import { defineEquivalence } from "./define.ts";

export const fileInArchive = defineEquivalence({
  id: "file-in-archive",
  requirement: "EQUIV-08",
  operations: ["v2DownloadFile", "legacyDownloadFiles"],
  given: "The same trace, and one digest that is asked for alone in both.",
  parts: [
    {
      name: "content",
      left: { operation: "v2DownloadFile", at: [] },
      right: { operation: "legacyDownloadFiles", at: [] },
      comparison: "same-zip-contents",
    },
  ],
  why: "One digest names one file of the trace, alone or in an archive.",
  statedDifferences: [
    {
      difference: "Legacy has no download of a single file, so its archive of one file stands against it.",
      section: "Summary",
      quote: "There is no legacy endpoint for the login by private key and none for downloading a single file.",
    },
  ],
});
