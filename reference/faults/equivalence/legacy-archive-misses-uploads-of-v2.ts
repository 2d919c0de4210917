import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const legacyArchiveMissesUploadsOfV2: Fault = {
  id: "equivalence/legacy-archive-misses-uploads-of-v2",
  title: "The legacy archive leaves out files that were attached through v2.",
  requirement: ["EQUIV-03", "EQUIV-08", "FILES-03"],
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const honest = inner(call, entries);
      if (call.face === "v2") return honest;
      const foreign = attachments.filter((other) => other.traceId === traceIdOf(call) && other.call.face === "v2");
      return honest.filter(({ file }) => foreign.every((other) => other.file.digest !== file.digest));
    });
  },
};
