import { gzipSync } from "node:zlib";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const representationCompressed: Variant = {
  id: "representation/compressed",
  title: "Answers are compressed for clients that take gzip.",
  openPoint: "representation",
  install(hooks) {
    rewriteReply(hooks, {}, (reply, call) => {
      if (reply.body.kind !== "json" || !/\bgzip\b/.test(String(call.headers["accept-encoding"]))) return reply;
      const value = gzipSync(JSON.stringify(reply.body.value));
      return { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: { kind: "bytes", value } };
    });
  },
};
