import { rewriteReply } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacySearchWithByteOrderMark: Fault = {
  id: "status/legacy-search-with-byte-order-mark",
  title: "The legacy search begins with a byte order mark, which JSON text must not have.",
  requirement: "STATUS-04",
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "search" }, (reply) =>
      reply.status === 200 && reply.body.kind === "json"
        ? rawJson(200, `\ufeff${JSON.stringify(reply.body.value)}`)
        : reply,
    );
  },
};
