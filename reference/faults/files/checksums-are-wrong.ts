import { inArchive, directoryRecords } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const checksumsAreWrong: Fault = {
  id: "files/checksums-are-wrong",
  title: "The directory of an archive has wrong checksums.",
  requirement: "FILES-06",
  install(hooks) {
    inArchive(hooks, (archive) => {
      for (const offset of directoryRecords(archive))
        archive.writeUInt8(archive.readUInt8(offset + 16) ^ 1, offset + 16);
      return archive;
    });
  },
};
