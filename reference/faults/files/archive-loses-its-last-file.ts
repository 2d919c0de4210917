import type { Fault } from "../fault.ts";

export const archiveLosesItsLastFile: Fault = {
  id: "files/archive-loses-its-last-file",
  title: "An archive of three files or more lacks the last one.",
  requirement: "FILES-03",
  install(hooks) {
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const honest = inner(call, entries);
      return honest.length >= 3 ? honest.slice(0, -1) : honest;
    });
  },
};
