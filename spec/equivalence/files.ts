import { defineEquivalence } from "./define.ts";

export const files = defineEquivalence({
  id: "files",
  requirement: "EQUIV-03",
  operations: ["v2DownloadFiles", "legacyDownloadFiles"],
  given: "The same trace and the same digests.",
  parts: [
    {
      name: "archive",
      left: { operation: "v2DownloadFiles", at: [] },
      right: { operation: "legacyDownloadFiles", at: [] },
      comparison: "same-zip-contents",
    },
  ],
  why: "The digests identify the files; times and compression inside an archive are the packer's own.",
  statedDifferences: [],
});
