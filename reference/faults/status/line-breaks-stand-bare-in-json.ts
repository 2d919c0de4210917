import { rewriteReply } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const lineBreaksStandBareInJson: Fault = {
  id: "status/line-breaks-stand-bare-in-json",
  title: "Line breaks inside texts of the v2 details are written as they are instead of as `\\n`.",
  requirement: "STATUS-04",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "details" }, (reply) =>
      reply.status === 200 && reply.body.kind === "json"
        ? rawJson(200, JSON.stringify(reply.body.value).replaceAll("\\n", "\n"))
        : reply,
    );
  },
};
