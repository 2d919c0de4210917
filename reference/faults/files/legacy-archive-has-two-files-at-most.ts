import type { Fault } from "../fault.ts";

export const legacyArchiveHasTwoFilesAtMost: Fault = {
  id: "files/legacy-archive-has-two-files-at-most",
  title: "The legacy archive holds two files at most.",
  requirement: ["FILES-03", "EQUIV-03"],
  install(hooks) {
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const honest = inner(call, entries);
      return call.face === "legacy" ? honest.slice(0, 2) : honest;
    });
  },
};
