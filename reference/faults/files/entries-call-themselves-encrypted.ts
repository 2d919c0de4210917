import { inArchive, directoryRecords } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const entriesCallThemselvesEncrypted: Fault = {
  id: "files/entries-call-themselves-encrypted",
  title: "The entries of an archive say that they are encrypted.",
  requirement: ["FILES-06", "FILES-01", "FILES-02"],
  install(hooks) {
    inArchive(hooks, (archive) => {
      for (const offset of directoryRecords(archive)) {
        archive.writeUInt16LE(archive.readUInt16LE(offset + 8) | 1, offset + 8);
        const local = archive.readUInt32LE(offset + 42);
        archive.writeUInt16LE(archive.readUInt16LE(local + 6) | 1, local + 6);
      }
      return archive;
    });
  },
};
