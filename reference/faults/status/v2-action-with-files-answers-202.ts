import { rewriteReply } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const v2ActionWithFilesAnswers202: Fault = {
  id: "status/v2-action-with-files-answers-202",
  title: "A v2 action that brings files is answered with 202.",
  requirement: "STATUS-01",
  install(hooks) {
    const written = rememberWrites(hooks);
    rewriteReply(hooks, { face: "v2", kind: "act" }, (reply, call) =>
      reply.status === 200 && written(call)?.files.length !== 0 ? { ...reply, status: 202 } : reply,
    );
  },
};
