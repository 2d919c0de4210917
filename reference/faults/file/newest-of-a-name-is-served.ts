import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const newestOfANameIsServed: Fault = {
  id: "file/newest-of-a-name-is-served",
  title: "Of several files of the same name in a trace the newest is served for each digest.",
  requirement: "FILE-01",
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("content", (inner) => (call, file) => {
      const newest = attachments.findLast(
        (other) => other.traceId === traceIdOf(call) && other.file.fileName === file.fileName,
      );
      const small = file.size < 100_000 && newest !== undefined && newest.file.size < 100_000;
      return inner(call, call.kind === "file" && small ? newest.file : file);
    });
  },
};
