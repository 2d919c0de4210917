import { rememberAttachments, serveUnknown } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const v2ArchiveHasFilesOfOtherTraces: Fault = {
  id: "files/v2-archive-has-files-of-other-traces",
  title: "The v2 archive holds a file of another trace when its digest is asked for.",
  requirement: "FILES-08",
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    serveUnknown(
      hooks,
      { face: "v2", kind: "files" },
      (digest) => attachments.find(({ file }) => file.digest === digest)?.file,
    );
  },
};
