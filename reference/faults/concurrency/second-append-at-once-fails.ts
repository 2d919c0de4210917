import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../core/call.ts";
import { badRequest } from "../../core/refusal.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";
import { crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const secondAppendAtOnceFails: Fault = {
  id: "concurrency/second-append-at-once-fails",
  title: "Of two actions on one trace at the same time one is answered with 500.",
  requirement: ["CONC-01", "REFUSE-03", "ROBUST-01"],
  install(hooks) {
    const busy = new Set<string>();
    const failed = new WeakSet<Call>();
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      if (busy.has(traceId)) {
        failed.add(call);
        throw badRequest("deadlock", "deadlock detected");
      }
      busy.add(traceId);
      await wait(5);
      try {
        return await inner(call, traceId, compute);
      } finally {
        busy.delete(traceId);
      }
    });
    rewriteReply(hooks, { kind: "act" }, (reply, call) => (failed.has(call) ? crashed() : reply));
  },
};
