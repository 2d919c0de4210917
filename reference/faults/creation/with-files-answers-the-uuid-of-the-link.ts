import { rewritePayload } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const withFilesAnswersTheUuidOfTheLink: Fault = {
  id: "creation/with-files-answers-the-uuid-of-the-link",
  title: "A creation with files answers the UUID of its link, which names no trace.",
  requirement: "CREATE-08",
  install(hooks) {
    const written = rememberWrites(hooks);
    rewritePayload(hooks, { kind: "create" }, (traceId, call) => {
      const write = written(call);
      return write === undefined || write.files.length === 0 ? traceId : write.link.linkId;
    });
  },
};
