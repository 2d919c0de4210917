import { setTimeout as pause } from "node:timers/promises";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { onWritten } from "../hooks/rewrite.ts";

/** As many as the process of the seed lets come. */
const mostShipments = 3;

/** What a look at another system takes; in it the actions at the same time come to the same answer. */
const lookupMs = 40;

const environment = "order-to-cash" as const;

/** What goes wrong where a workflow is a process. */
export const gating: FaultEntries<"gating"> = {
  "gating/one-face-gates": {
    ...fault("The legacy endpoints take an action that may not come next.", "GATE-02", (hooks) =>
      hooks.around("gate", (inner) => (call, ...rest) => {
        if (call.face === "v2") inner(call, ...rest);
      }),
    ),
    environment,
  },
  "gating/legacy-begins-with-anything": fault(
    "POST /trace begins a trace with an action that only follows others.",
    "GATE-04",
    (hooks) =>
      hooks.around("checkAction", (inner) => (call, ...rest) => {
        inner(call.face === "legacy" ? { ...call, kind: "act" } : call, ...rest);
      }),
  ),
  "gating/each-face-counts-its-own": {
    ...fault("Each endpoint set takes as many shipments as may come, whatever the other took.", "GATE-02", (hooks) => {
      const taken = new Map<string, number>();
      const placeOf = (traceId: string, face: string): string => `${traceId} ${face}`;
      hooks.around("gate", (inner) => (call, input, before, next) => {
        const own = taken.get(placeOf(before.traceId, call.face)) ?? 0;
        if (input.actionKey !== "ship" || own >= mostShipments) inner(call, input, before, next);
      });
      onWritten(hooks, ({ trace, link }, { face }) => {
        const place = placeOf(trace.traceId, face);
        if (link.actionKey === "ship") taken.set(place, (taken.get(place) ?? 0) + 1);
      });
    }),
    environment,
  },
  "gating/checked-before-the-lock": {
    ...fault("Whether an action may come is looked up before the trace is locked.", "GATE-03", (hooks) =>
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const before = await hooks.store.trace(traceId);
        await pause(lookupMs);
        return inner(call, traceId, (locked) => compute(before ? { ...locked, progress: before.progress } : locked));
      }),
    ),
    environment,
  },
  "gating/totals-lost-at-once": {
    ...fault("Of two actions at once the totals in the state have one alone.", "CONC-04", (hooks) =>
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const before = await hooks.store.trace(traceId);
        await pause(lookupMs);
        return inner(call, traceId, (locked) => {
          const { totals } = (before ?? locked).progress;
          return compute({ ...locked, progress: { ...locked.progress, totals } });
        });
      }),
    ),
    environment,
  },
};
