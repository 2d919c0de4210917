import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const errorBodiesPlainText: Variant = {
  id: "error-bodies/plain-text",
  title: "Refusals are plain text.",
  openPoint: "error-bodies",
  install(hooks) {
    rewriteReply(hooks, {}, (reply) =>
      reply.status < 400
        ? reply
        : {
            ...reply,
            headers: { "content-type": "text/plain; charset=utf-8" },
            body: { kind: "bytes", value: Buffer.from("The request was declined.") },
          },
    );
  },
};
