import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../core/call.ts";
import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const creationsShareTheirUuid: Fault = {
  id: "concurrency/creations-share-their-uuid",
  title: "Creations that are under way at the same time are answered with the same UUID.",
  requirement: ["CONC-02", "CREATE-07"],
  install(hooks) {
    const shared = new WeakMap<Call, string>();
    let underWay = 0;
    let first = "";
    hooks.around("create", (inner) => async (call, write) => {
      if (underWay === 0) first = write.trace.traceId;
      underWay += 1;
      shared.set(call, first);
      await wait(2);
      try {
        await inner(call, write);
      } finally {
        underWay -= 1;
      }
    });
    rewritePayload(hooks, { kind: "create" }, (traceId, call) => shared.get(call) ?? traceId);
  },
};
