import { Refusal } from "../../core/refusal.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const rateLimitBursts: Variant = {
  id: "rate-limit/bursts",
  title: "More than 150 requests in a second are answered with 429 and Retry-After.",
  openPoint: "rate-limit",
  install(hooks) {
    let second = 0;
    let count = 0;
    hooks.around("onRequest", (inner) => async (call) => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) [second, count] = [now, 0];
      if (++count > 150) throw new Refusal(429, "too-many-requests", "wait a second");
      await inner(call);
    });
    rewriteReply(hooks, {}, (reply) =>
      reply.status === 429 ? { ...reply, headers: { ...reply.headers, "retry-after": "1" } } : reply,
    );
  },
};
