import { inArchive, endRecord } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const directoryNamesTooManyFiles: Fault = {
  id: "files/directory-names-too-many-files",
  title: "The directory of an archive says that there is one more file than there is.",
  requirement: ["FILES-06", "FILES-01", "FILES-02"],
  install(hooks) {
    inArchive(hooks, (archive) => {
      const end = endRecord(archive);
      for (const offset of [end + 8, end + 10]) archive.writeUInt16LE(archive.readUInt16LE(offset) + 1, offset);
      return archive;
    });
  },
};
