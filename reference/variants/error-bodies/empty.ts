import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const errorBodiesEmpty: Variant = {
  id: "error-bodies/empty",
  title: "Refusals have no body.",
  openPoint: "error-bodies",
  install(hooks) {
    rewriteReply(hooks, {}, (reply) =>
      reply.status < 400 ? reply : { ...reply, headers: {}, body: { kind: "bytes", value: Buffer.from("") } },
    );
  },
};
