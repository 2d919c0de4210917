import { inArchive, directoryRecords, endRecord } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const endOfTheArchiveIsMissing: Fault = {
  id: "files/end-of-the-archive-is-missing",
  title: "An archive of two files or more lacks the record that ends it.",
  requirement: ["FILES-01", "FILES-02", "FILES-06"],
  install(hooks) {
    inArchive(hooks, (archive) =>
      directoryRecords(archive).length < 2 ? archive : archive.subarray(0, endRecord(archive)),
    );
  },
};
