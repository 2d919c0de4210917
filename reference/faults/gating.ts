import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../core/call.ts";
import type { ReceivedFile } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { jsonReply } from "../http/answer.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { amendByTurns } from "../hooks/turns.ts";
import { changeResult, members, onWritten } from "../hooks/rewrite.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { serveUnknown, traceIdOf } from "./support/attachments.ts";
import { addShipment } from "./support/on-process.ts";
import { amendTrace } from "./support/amendments.ts";
import { onRefusal } from "./support/refused.ts";
import { refuseAfterwards } from "./support/writes.ts";

/** As many as the process of the seed lets come. */
const mostShipments = 3;

/** What a look at another system takes; in it the actions at the same time come to the same answer. */
const lookupMs = 40;

const environment = "order-to-cash" as const;

/** Of an amendment that was refused because it is a colleague's turn. */
const whoseTurn = { code: "turn", kind: "act" } as const;

/** Orders without a customer are refused only after something was written of them. */
function refuseWithoutCustomer(hooks: Hooks): void {
  const refuse = refuseAfterwards(hooks);
  const incomplete = new WeakSet<Call>();
  hooks.around("checkAction", (inner) => (call, workflow, input) => {
    inner(call, workflow, input);
    if (input.actionKey !== "order" || call.kind !== "create" || Object.hasOwn(input.data, "customer")) return;
    incomplete.add(call);
    refuse(call, badRequest("form", "data must have a customer", "data"));
  });
  changeResult(hooks, "write", (write, call) =>
    incomplete.has(call) ? { ...write, trace: { ...write.trace, data: {} } } : write,
  );
}

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
  "gating/a-turn-that-is-refused-is-counted": {
    ...fault("An amendment that is a colleague's turn is refused, and counted as a shipment.", "REFUSE-01", (hooks) => {
      amendByTurns(hooks);
      onRefusal(hooks, whoseTurn, async (reply, call) => {
        await amendTrace(hooks, traceIdOf(call), addShipment);
        return reply;
      });
    }),
    environment: "two-in-sales",
  },
  "gating/a-turn-that-is-refused-leaves-its-files": {
    ...fault("The files of an amendment that is a colleague's turn can be had all the same.", "REFUSE-01", (hooks) => {
      amendByTurns(hooks);
      const brought = new WeakMap<Call, readonly ReceivedFile[]>();
      const left: ReceivedFile[] = [];
      changeResult(hooks, "readAction", (input, call) => {
        brought.set(call, input.files);
        return input;
      });
      onRefusal(hooks, whoseTurn, (reply, call) => {
        left.push(...(brought.get(call) ?? []));
        return reply;
      });
      const leftWith = (wanted: string) => left.find(({ digest }) => digest === wanted);
      serveUnknown(hooks, {}, leftWith);
      hooks.around("content", (inner) => (call, file) => {
        const { inline } = leftWith(file.digest) ?? {};
        return inline ? Readable.from([inline]) : inner(call, file);
      });
    }),
    environment: "two-in-sales",
  },
  "gating/a-turn-that-is-refused-has-no-envelope": {
    ...fault(
      "An amendment that is a colleague's turn is refused through v2 without the envelope.",
      "ENV-01",
      (hooks) => {
        amendByTurns(hooks);
        onRefusal(hooks, { ...whoseTurn, face: "v2" }, (reply) => {
          const { error } = reply.body.kind === "json" ? members(reply.body.value) : {};
          return jsonReply(reply.status, error);
        });
      },
    ),
    environment: "two-in-sales",
  },
  "gating/an-order-refused-for-its-data-is-left": {
    ...fault("An order without a customer is refused, and leaves an empty trace.", "REFUSE-02", refuseWithoutCustomer),
    environment: "orders-by-form",
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
