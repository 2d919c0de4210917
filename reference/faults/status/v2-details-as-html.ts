import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsAsHtml: Fault = {
  id: "status/v2-details-as-html",
  title: "The v2 details are sent as `text/html`.",
  requirement: "STATUS-03",
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "details" }, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "text/html; charset=utf-8" },
    }));
  },
};
