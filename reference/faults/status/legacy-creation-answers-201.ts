import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationAnswers201: Fault = {
  id: "status/legacy-creation-answers-201",
  title: "The legacy creation answers 201 instead of 200.",
  requirement: "STATUS-02",
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "create" }, (reply) =>
      reply.status === 200 ? { ...reply, status: 201 } : reply,
    );
  },
};
