import { rewriteReply } from "../../hooks/rewrite.ts";
import { jsonReply } from "../../http/answer.ts";
import type { Fault } from "../fault.ts";

export const legacySearchWithoutResultAnswers404: Fault = {
  id: "status/legacy-search-without-result-answers-404",
  title: "A legacy search that finds nothing is answered with 404.",
  requirement: ["REFUSE-03", "SEARCH-02", "EQUIV-04"],
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "search" }, (reply) =>
      reply.body.kind === "json" && JSON.stringify(reply.body.value) === "[]"
        ? jsonReply(404, { message: "nothing found" })
        : reply,
    );
  },
};
