import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2ArchiveAnswers206: Fault = {
  id: "status/v2-archive-answers-206",
  title: "The v2 archive is answered with 206, as if a part of it had been asked for.",
  requirement: "STATUS-01",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "files" }, (reply) =>
      reply.status === 200 ? { ...reply, status: 206 } : reply,
    );
  },
};
