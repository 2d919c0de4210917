import type { Fault } from "../fault.ts";

export const sameNamesOverwriteEachOther: Fault = {
  id: "files/same-names-overwrite-each-other",
  title: "Of several files of the same name an archive holds the last.",
  requirement: ["FILES-09", "FILES-03"],
  install(hooks) {
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const honest = inner(call, entries);
      const named = new Map(honest.map((entry) => [entry.file.fileName, entry]));
      return [...named.values()];
    });
  },
};
