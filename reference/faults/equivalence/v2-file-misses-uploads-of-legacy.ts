import { notFound } from "../../core/refusal.ts";
import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const v2FileMissesUploadsOfLegacy: Fault = {
  id: "equivalence/v2-file-misses-uploads-of-legacy",
  title: "The download of one file does not find what was attached through the legacy face.",
  requirement: ["EQUIV-08", "FILE-01"],
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      const files = inner(call, wanted, found);
      const foreign = attachments.some(
        (other) =>
          other.call.face === "legacy" && other.traceId === traceIdOf(call) && other.file.digest === files[0]?.digest,
      );
      if (call.kind === "file" && foreign) throw notFound("unknown-digest", "no such file", "digest");
      return files;
    });
  },
};
