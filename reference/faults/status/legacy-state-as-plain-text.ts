import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyStateAsPlainText: Fault = {
  id: "status/legacy-state-as-plain-text",
  title: "The legacy state is sent as `text/plain`.",
  requirement: "STATUS-03",
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "state" }, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "text/plain; charset=utf-8" },
    }));
  },
};
