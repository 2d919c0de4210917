import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2CreationAnswers201: Fault = {
  id: "status/v2-creation-answers-201",
  title: "The v2 creation answers 201 instead of 200.",
  requirement: "STATUS-01",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "create" }, (reply) =>
      reply.status === 200 ? { ...reply, status: 201 } : reply,
    );
  },
};
