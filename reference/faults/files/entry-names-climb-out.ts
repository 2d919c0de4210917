import { inArchive, directoryRecords } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const entryNamesClimbOut: Fault = {
  id: "files/entry-names-climb-out",
  title: "Entry names of four characters or more begin with `../`.",
  requirement: "FILES-10",
  install(hooks) {
    inArchive(hooks, (archive) => {
      for (const offset of directoryRecords(archive)) {
        if (archive.readUInt16LE(offset + 28) < 4) continue;
        archive.write("../", offset + 46);
        archive.write("../", archive.readUInt32LE(offset + 42) + 30);
      }
      return archive;
    });
  },
};
