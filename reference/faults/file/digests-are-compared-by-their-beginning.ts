import { rememberAttachments, traceIdOf, serveUnknown } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const digestsAreComparedByTheirBeginning: Fault = {
  id: "file/digests-are-compared-by-their-beginning",
  title: "A digest is compared by its first eight characters.",
  requirement: "FILE-03",
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    serveUnknown(
      hooks,
      { kind: "file" },
      (digest, call) =>
        attachments.find(
          ({ traceId, file }) => traceId === traceIdOf(call) && file.digest.slice(0, 8) === digest.slice(0, 8),
        )?.file,
    );
  },
};
