import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const errorBodiesHtml: Variant = {
  id: "error-bodies/html",
  title: "Refusals are an HTML page.",
  openPoint: "error-bodies",
  install(hooks) {
    rewriteReply(hooks, {}, (reply) =>
      reply.status < 400
        ? reply
        : {
            ...reply,
            headers: { "content-type": "text/html; charset=utf-8" },
            body: {
              kind: "bytes",
              value: Buffer.from("<!doctype html><title>Declined</title><h1>The request was declined</h1>"),
            },
          },
    );
  },
};
