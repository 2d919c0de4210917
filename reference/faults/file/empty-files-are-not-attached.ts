import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const emptyFilesAreNotAttached: Fault = {
  id: "file/empty-files-are-not-attached",
  title: "Empty files are accepted and forgotten.",
  requirement: ["FILE-05", "FILE-04"],
  install(hooks) {
    inUploads(hooks, (files) => files.filter(({ size }) => size > 0));
  },
};
