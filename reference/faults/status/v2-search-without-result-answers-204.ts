import type { Reply } from "../../core/records.ts";
import { rewriteReply, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2SearchWithoutResultAnswers204: Fault = {
  id: "status/v2-search-without-result-answers-204",
  title: "A v2 search that finds nothing is answered with 204 and no body.",
  requirement: ["STATUS-01", "SEARCH-01"],
  install(hooks) {
    const empty: Reply = { status: 204, headers: {}, body: { kind: "bytes", value: Buffer.alloc(0) } };
    rewriteReply(hooks, { face: "v2", kind: "search" }, (reply) =>
      reply.body.kind === "json" && JSON.stringify(members(reply.body.value)["data"]) === "[]" ? empty : reply,
    );
  },
};
