import type { FileRecord } from "../../core/records.ts";
import { traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const archiveHasTheFilesOfTheOneBefore: Fault = {
  id: "files/archive-has-the-files-of-the-one-before",
  title: "An archive also holds what the archive before it held of the same trace.",
  requirement: "FILES-04",
  install(hooks) {
    const before = new Map<string, readonly FileRecord[]>();
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const files = entries.map(({ file }) => file);
      const known = before.get(traceIdOf(call)) ?? [];
      before.set(traceIdOf(call), files);
      const extra = known.filter(({ digest }) => files.every((file) => file.digest !== digest));
      return inner(call, hooks.policy.zip.entries([...files, ...extra]));
    });
  },
};
