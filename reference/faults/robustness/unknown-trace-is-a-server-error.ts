import { jsonReply } from "../../http/answer.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const unknownTraceIsAServerError: Fault = {
  id: "robustness/unknown-trace-is-a-server-error",
  title: "An unknown trace is answered with 500 and a stack trace.",
  requirement: ["ROBUST-01", "ROBUST-03"],
  install(hooks) {
    rewriteReply(hooks, {}, (reply) => {
      if (reply.status !== 404) return reply;
      return jsonReply(500, { message: "boom", stack: new Error("boom").stack });
    });
  },
};
