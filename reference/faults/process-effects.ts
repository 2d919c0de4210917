import { randomUUID } from "node:crypto";
import type { Call } from "../core/call.ts";
import { Refusal } from "../core/refusal.ts";
import type { TraceRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { labelOf, labelShipments } from "../hooks/own-links.ts";
import { changeResult, inScope, members, onWritten } from "../hooks/rewrite.ts";
import type { Scope } from "../hooks/rewrite.ts";
import type { FaultEntries } from "./fault.ts";
import { counter } from "./support/counting.ts";
import { foldOtherwise } from "./support/folding.ts";
import { refuseAfterwards } from "./support/writes.ts";
import { addShipment, hasEnded, onNotNow, onProcess } from "./support/on-process.ts";
import { amendFirstLink, amendTrace } from "./support/amendments.ts";

/** Shows other totals. */
function showTotals(hooks: Hooks, change: (trace: TraceRecord, call: Call) => number, scope: Scope) {
  hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
    const shown = inner(call, state, trace, next);
    return inScope(call, scope)
      ? { ...shown, totals: { ...members(shown["totals"]), shipments: change(trace, call) } }
      : shown;
  });
}

/** Faults of what actions of a process bring about: effects, ends, totals and files. */
export const processEffects: FaultEntries<"process"> = {
  "process/actions-of-one-group-miss-the-state": onProcess(
    "What the warehouse does never reaches the data of the state.",
    ["STATE-03", "ACT-06"],
    (hooks) => foldOtherwise(hooks, (before, link) => (link.groupLabel === "warehouse" ? before : undefined)),
  ),
  "process/amending-rewrites-the-order": onProcess(
    "An amendment overwrites the link of the order.",
    ["ACT-08", "DETAILS-07"],
    (hooks) =>
      onWritten(hooks, async ({ link }) => {
        if (link.actionKey === "amend") await amendFirstLink(hooks, link.traceId, { data: link.data });
      }),
  ),
  "process/a-shipment-is-linked-twice-beside-its-label": onProcess(
    "The service appends a label to each shipment by its own hand, and the shipment once more.",
    ["ACT-05", "DETAILS-06"],
    (hooks) =>
      labelShipments(hooks, {
        links: (shipment) => [labelOf(shipment), { ...shipment, linkId: randomUUID(), files: [] }],
      }),
  ),
  "process/a-late-label-brings-the-shipment-again": onProcess(
    "A while after each shipment the service appends a label to it by its own hand, and the shipment once more.",
    ["ACT-05", "DETAILS-06"],
    (hooks) =>
      labelShipments(hooks, {
        links: (shipment) => [labelOf(shipment), { ...shipment, linkId: randomUUID(), files: [] }],
        afterMs: 50,
      }),
  ),
  "process/a-failed-shipment-is-labelled": onProcess(
    "Shipments fail in another system one time in three, and are written and labelled all the same.",
    ["ACT-03", "ACT-04", "ROBUST-01", "REFUSE-03"],
    (hooks) => {
      let shipments = 0;
      const refuse = refuseAfterwards(hooks);
      labelShipments(hooks);
      hooks.around("gate", (inner) => (call, input, before, next) => {
        inner(call, input, before, next);
        if (input.actionKey === "ship" && (shipments += 1) % 3 === 0)
          refuse(call, new Refusal(502, "declined", "the other system declined"));
      });
    },
  ),
  "process/effect-comes-twice": onProcess(
    "The effect of a shipment is applied once more when the action was answered.",
    ["ACT-06", "STATE-05", "EQUIV-01"],
    (hooks) =>
      onWritten(hooks, async ({ link }) => {
        if (link.actionKey === "ship") await amendTrace(hooks, link.traceId, addShipment);
      }),
  ),
  "process/files-of-one-group-are-lost": onProcess(
    "The files of the warehouse are accepted and forgotten.",
    ["FILE-04", "ACT-08", "FILES-01", "FILE-01", "EQUIV-07"],
    (hooks) => {
      changeResult(hooks, "readAction", (input) =>
        input.groupLabel === "warehouse" ? { ...input, files: [] } : input,
      );
    },
  ),
  "process/refused-action-has-its-effect": onProcess("A refused action is added to the totals.", "REFUSE-01", (hooks) =>
    onNotNow(hooks, (traceId) => amendTrace(hooks, traceId, addShipment)),
  ),
  "process/refused-actions-count-with-the-next": onProcess(
    "Actions that were refused are added to the totals as soon as another one is accepted.",
    "REFUSE-01",
    (hooks) => {
      const refused = new Map<string, number>();
      onNotNow(hooks, (traceId) => {
        refused.set(traceId, (refused.get(traceId) ?? 0) + 1);
        return Promise.resolve();
      });
      onWritten(hooks, async ({ link: { traceId } }) => {
        for (let left = refused.get(traceId) ?? 0; left > 0; left -= 1) await amendTrace(hooks, traceId, addShipment);
        refused.delete(traceId);
      });
    },
  ),
  "process/shipping-makes-two-links": onProcess("A shipment becomes two links.", ["ACT-05", "DETAILS-06"], (hooks) => {
    const shipped = new WeakSet<Call>();
    changeResult(hooks, "write", (write, call) => {
      if (write.link.actionKey === "ship") shipped.add(call);
      return write;
    });
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const write = await inner(call, traceId, compute);
      return shipped.has(call) ? await inner(call, traceId, compute).catch(() => write) : write;
    });
  }),
  "process/the-end-empties-the-state": onProcess(
    "Once a trace is paid its state shows no data any more.",
    ["STATE-03", "ACT-06"],
    (hooks) =>
      hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
        const shown = inner(call, state, trace, next);
        return hasEnded(trace) ? { ...shown, data: {} } : shown;
      }),
  ),
  "process/legacy-alone-sums-up-the-end": onProcess(
    "Once a trace is paid its legacy state is a summary without the data.",
    ["EQUIV-01", "STATE-03"],
    (hooks) =>
      hooks.around(
        "presentProcess",
        (inner) => (call, state, trace, next) =>
          call.face === "legacy" && hasEnded(trace) ? { closed: true } : inner(call, state, trace, next),
      ),
  ),
  "process/marked-as-shipped-at-times": onProcess(
    "After the first shipment a member that nobody sent stands among the data of every fourth trace.",
    ["DATA-05", "STATE-03", "ACT-06"],
    (hooks) =>
      hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
        const { data, ...rest } = inner(call, state, trace, next);
        const isShipped = trace.progress.done["ship"] !== undefined && /^[048c]/.test(trace.traceId);
        return { ...rest, data: { ...members(data), ...(isShipped ? { shipped: true } : {}) } };
      }),
  ),
  "process/summary-with-a-rest": onProcess(
    "Once a trace is paid its state is a summary, beside which the data of its first action are left at times.",
    ["STATE-03", "ACT-06"],
    (hooks) => {
      const count = counter();
      hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
        const shown = inner(call, state, trace, next);
        if (!hasEnded(trace)) return shown;
        const isLeft = count(trace.traceId) > 0 && trace.linkCount % 2 === 1;
        return { closed: true, ...(isLeft ? { data: { tcMark: members(shown["data"])["tcMark"] ?? null } } : {}) };
      });
    },
  ),
  "process/totals-differ-through-legacy": onProcess(
    "The legacy state counts one shipment less than there were.",
    "EQUIV-01",
    (hooks) =>
      showTotals(hooks, ({ progress }) => Math.max(0, (progress.done["ship"] ?? 0) - 1), {
        face: "legacy",
        kind: "state",
      }),
  ),
  "process/the-answer-counts-no-third-shipment": onProcess(
    "From the third on the answer to a shipment through legacy counts one less.",
    "ACT-06",
    (hooks) =>
      showTotals(hooks, ({ progress: { done } }) => (done["ship"] ?? 0) - ((done["ship"] ?? 0) > 2 ? 1 : 0), {
        face: "legacy",
        kind: "act",
      }),
  ),
  // On every trace it would be a counter of readings, which is a service's own affair.
  "process/totals-grow-by-reading": onProcess(
    "While a trace has two or three actions each reading counts a shipment.",
    ["STATE-04", "STATE-05", "EQUIV-01"],
    (hooks) => {
      const count = counter();
      showTotals(hooks, ({ traceId, linkCount }) => (linkCount === 2 || linkCount === 3 ? count(traceId) : 0), {
        kind: "state",
      });
    },
  ),
};
