import { Readable } from "node:stream";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const representationChunked: Variant = {
  id: "representation/chunked",
  title: "JSON comes in chunks, without its length.",
  openPoint: "representation",
  install(hooks) {
    rewriteReply(hooks, {}, (reply) => {
      if (reply.body.kind !== "json") return reply;
      const bytes = Buffer.from(JSON.stringify(reply.body.value));
      const half = Math.floor(bytes.length / 2);
      const value = Readable.from([bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0));
      return { ...reply, body: { kind: "stream", value } };
    });
  },
};
