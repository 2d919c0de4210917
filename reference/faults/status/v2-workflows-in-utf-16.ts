import { rewriteReply } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const v2WorkflowsInUtf16: Fault = {
  id: "status/v2-workflows-in-utf-16",
  title: "The v2 workflow list is written in UTF-16.",
  requirement: "STATUS-04",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "workflows" }, (reply) =>
      reply.status === 200 && reply.body.kind === "json"
        ? rawJson(200, Buffer.from(JSON.stringify(reply.body.value), "utf16le"))
        : reply,
    );
  },
};
