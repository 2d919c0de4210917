import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const archiveHoldsTheWholeTrace: Fault = {
  id: "files/archive-holds-the-whole-trace",
  title: "An archive holds every file of the trace, whichever were asked for.",
  requirement: "FILES-04",
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call)).map(({ file }) => file);
      const once = new Map(own.map((file) => [file.digest, file]));
      for (const { file } of entries) once.set(file.digest, file);
      return inner(call, hooks.policy.zip.entries([...once.values()]));
    });
  },
};
