import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const errorStatusesSuccessWithError: Variant = {
  id: "error-statuses/success-with-error",
  title: "v2 answers every refusal with 200 and the member `error`.",
  openPoint: "error-statuses",
  install(hooks) {
    rewriteReply(hooks, { face: "v2" }, (reply) =>
      reply.status >= 400 && reply.status < 500 ? { ...reply, status: 200 } : reply,
    );
  },
};
