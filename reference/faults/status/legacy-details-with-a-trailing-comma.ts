import { rewriteReply, members } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyDetailsWithATrailingComma: Fault = {
  id: "status/legacy-details-with-a-trailing-comma",
  title: "The list of links in legacy details has a comma behind its last element when there are several.",
  requirement: ["STATUS-04", "DETAILS-02"],
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "details" }, (reply) => {
      if (reply.status !== 200 || reply.body.kind !== "json") return reply;
      const { links, ...rest } = members(reply.body.value);
      if (!Array.isArray(links) || links.length < 2) return reply;
      const list = links.map((link) => JSON.stringify(link)).join(",");
      return rawJson(200, `{"links":[${list},],${JSON.stringify(rest).slice(1)}`);
    });
  },
};
