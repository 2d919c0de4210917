import { rewriteReply } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyWorkflowsComeTwiceInOneAnswer: Fault = {
  id: "status/legacy-workflows-come-twice-in-one-answer",
  title: "The legacy workflow list is written twice, one behind the other.",
  requirement: "STATUS-04",
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "workflows" }, (reply) => {
      if (reply.status !== 200 || reply.body.kind !== "json") return reply;
      return rawJson(200, `${JSON.stringify(reply.body.value)}\n${JSON.stringify(reply.body.value)}`);
    });
  },
};
