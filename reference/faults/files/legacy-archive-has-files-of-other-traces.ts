import { rememberAttachments, serveUnknown } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const legacyArchiveHasFilesOfOtherTraces: Fault = {
  id: "files/legacy-archive-has-files-of-other-traces",
  title: "The legacy archive holds a file of another trace when its digest is asked for.",
  requirement: "FILES-08",
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    serveUnknown(
      hooks,
      { face: "legacy", kind: "files" },
      (digest) => attachments.find(({ file }) => file.digest === digest)?.file,
    );
  },
};
