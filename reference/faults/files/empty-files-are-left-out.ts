import type { Fault } from "../fault.ts";

export const emptyFilesAreLeftOut: Fault = {
  id: "files/empty-files-are-left-out",
  title: "Archives leave out empty files.",
  requirement: ["FILES-03", "FILE-05"],
  install(hooks) {
    hooks.around("zipEntries", (inner) => (call, entries) => inner(call, entries).filter(({ file }) => file.size > 0));
  },
};
