import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../core/call.ts";
import { discardActions } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const twoAppendsOneLink: Fault = {
  id: "concurrency/two-appends-one-link",
  title: "An action that arrives while another one of the same trace is under way is answered, but makes no link.",
  requirement: ["CONC-01", "ACT-05"],
  install(hooks) {
    const busy = new Map<string, number>();
    const late = new WeakSet<Call>();
    discardActions(hooks, (_write, _before, call) => late.has(call));
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const others = busy.get(traceId) ?? 0;
      if (others > 0) late.add(call);
      busy.set(traceId, others + 1);
      await wait(5);
      try {
        return await inner(call, traceId, compute);
      } finally {
        busy.set(traceId, (busy.get(traceId) ?? 1) - 1);
      }
    });
  },
};
