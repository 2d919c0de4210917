import { rewriteReply } from "../../hooks/rewrite.ts";
import { jsonReply } from "../../http/answer.ts";
import type { Fault } from "../fault.ts";

export const v2AnswersJson: Fault = {
  id: "files/v2-answers-json",
  title: "The v2 files endpoint answers a JSON list of the files in base64.",
  requirement: "FILES-01",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "files" }, (reply) =>
      reply.status === 200 ? jsonReply(200, { error: null, data: [] }) : reply,
    );
  },
};
