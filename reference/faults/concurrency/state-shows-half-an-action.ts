import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "../../core/json.ts";
import { objectFrom } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const stateShowsHalfAnAction: Fault = {
  id: "concurrency/state-shows-half-an-action",
  title: "While an action is under way the state already shows half of its members.",
  requirement: "CONC-04",
  install(hooks) {
    const half = new Map<string, JsonObject>();
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const write = await inner(call, traceId, async (before) => {
        const next = await compute(before);
        const entries = Object.entries(next.link.data);
        half.set(traceId, { ...before.data, ...objectFrom(entries.slice(0, Math.ceil(entries.length / 2))) });
        return next;
      });
      await wait(10);
      half.delete(traceId);
      return write;
    });
    inState(hooks, (data, { traceId }) => half.get(traceId) ?? data, { kind: "state" });
  },
};
