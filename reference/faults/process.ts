import { randomUUID } from "node:crypto";
import type { Call } from "../core/call.ts";
import { badRequest, Refusal } from "../core/refusal.ts";
import type { TraceRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { labelOf, labelShipments } from "../hooks/own-links.ts";
import { amendByTurns } from "../hooks/turns.ts";
import { changeResult, inScope, members, onWritten, rewritePayload } from "../hooks/rewrite.ts";
import type { Scope } from "../hooks/rewrite.ts";
import type { NextActions } from "../policy/process.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault } from "./fault.ts";
import { traceIdOf } from "./support/attachments.ts";
import { counter } from "./support/counting.ts";
import { foldOtherwise } from "./support/folding.ts";
import { inFoundLinks } from "./support/places.ts";
import { acceptRefused, crashed, onRefusal } from "./support/refused.ts";
import { discardActions, refuseAfterwards } from "./support/writes.ts";

/** A fault that is tried on the example process. */
const onProcess = (
  title: string,
  requirement: FaultEntry["requirement"],
  install: FaultEntry["install"],
): FaultEntry => ({ ...fault(title, requirement, install), environment: "order-to-cash", awaits: "a first trial" });

/** One of which a run of the matrix has shown that it is caught. */
const tried = ({ awaits: _, ...entry }: FaultEntry): FaultEntry => entry;

const code = "action-not-allowed-now";

/** Shows something else than what may come next. */
function showNext(
  hooks: Hooks,
  change: (next: NextActions, trace: TraceRecord, call: Call) => NextActions,
  scope: Scope,
) {
  hooks.around(
    "presentProcess",
    (inner) => (call, state, trace, next) =>
      inner(call, state, trace, inScope(call, scope) ? change(next, trace, call) : next),
  );
}

/** Shows other totals. */
function showTotals(hooks: Hooks, change: (trace: TraceRecord, call: Call) => number, scope: Scope = {}) {
  hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
    const shown = inner(call, state, trace, next);
    return inScope(call, scope)
      ? { ...shown, totals: { ...members(shown["totals"]), shipments: change(trace, call) } }
      : shown;
  });
}

const withoutGroup = (next: NextActions, group: string): NextActions => ({ ...next, [group]: [] });

/** Refuses what is listed as next. */
function refuseListed(
  hooks: Hooks,
  when: (before: TraceRecord, actionKey: string) => boolean,
  scope: Scope = {},
): void {
  hooks.around("gate", (inner) => (call, input, before, next) => {
    inner(call, input, before, next);
    if (inScope(call, scope) && when(before, input.actionKey)) throw badRequest(code, "not now", "actionKey");
  });
}

/** Writes what may not come, and refuses it only then. */
function refuseTooLate(hooks: Hooks, when: (before: TraceRecord, call: Call) => boolean): void {
  const refuse = refuseAfterwards(hooks);
  hooks.around("gate", (inner) => (call, input, before, next) => {
    try {
      inner(call, input, before, next);
    } catch (refusal) {
      if (!when(before, call)) throw refusal;
      refuse(call, refusal);
    }
  });
}

const hasEnded = ({ progress }: TraceRecord): boolean => progress.done["pay"] !== undefined;

/** Changes a row of the table of traces. */
async function setTrace(hooks: Hooks, traceId: string, assignment: string): Promise<void> {
  await hooks.store.database.query(`UPDATE ${hooks.store.schema}.traces SET ${assignment} WHERE trace_id = $1`, [
    traceId,
  ]);
}

/** Does something to a trace whose action was refused because it may not come. */
function onNotNow(hooks: Hooks, act: (traceId: string) => Promise<void>, scope: Scope = {}): void {
  onRefusal(hooks, { code, kind: "act", ...scope }, async (reply, call) => {
    await act(traceIdOf(call));
    return reply;
  });
}

const countShip =
  "progress = jsonb_set(progress, '{done,ship}', to_jsonb(coalesce((progress->'done'->>'ship')::int, 0) + 1))";
const addShipment =
  "progress = jsonb_set(progress, '{totals,shipments}', to_jsonb(coalesce((progress->'totals'->>'shipments')::int, 0) + 1))";

/** Faults of workflows that are processes. */
export const process: FaultEntries<"process"> = {
  "process/a-listed-action-is-refused-through-legacy": tried(
    onProcess("The legacy link refuses to ship although the state lists it.", ["ACT-04", "REFUSE-03"], (hooks) =>
      refuseListed(hooks, (_before, key) => key === "ship", { face: "legacy" }),
    ),
  ),
  "process/a-listed-action-is-refused-through-v2": onProcess(
    "The v2 action refuses to ship although the state lists it.",
    ["ACT-03", "REFUSE-03"],
    (hooks) => refuseListed(hooks, (_before, key) => key === "ship", { face: "v2" }),
  ),
  "process/a-listed-action-is-refused-the-second-time": onProcess(
    "An action is refused the second time although it is still listed.",
    ["ACT-03", "ACT-04", "REFUSE-03"],
    (hooks) => refuseListed(hooks, ({ progress }, key) => progress.done[key] !== undefined),
  ),
  "process/actions-of-one-group-miss-the-state": onProcess(
    "What the warehouse does never reaches the data of the state.",
    ["STATE-03", "ACT-06"],
    (hooks) => foldOtherwise(hooks, (before, link) => (link.groupLabel === "warehouse" ? before : undefined)),
  ),
  "process/amending-rewrites-the-order": tried(
    onProcess("An amendment overwrites the link of the order.", ["ACT-08", "DETAILS-07"], (hooks) =>
      onWritten(hooks, async ({ link }) => {
        const sql = `UPDATE ${hooks.store.schema}.links SET data = $2::jsonb WHERE trace_id = $1 AND position = 1`;
        if (link.actionKey === "amend")
          await hooks.store.database.query(sql, [link.traceId, JSON.stringify(link.data)]);
      }),
    ),
  ),
  "process/a-shipment-is-linked-twice-beside-its-label": tried(
    onProcess(
      "The service appends a label to each shipment by its own hand, and the shipment once more.",
      ["ACT-05", "DETAILS-06"],
      (hooks) =>
        labelShipments(hooks, {
          links: (shipment) => [labelOf(shipment), { ...shipment, linkId: randomUUID(), files: [] }],
        }),
    ),
  ),
  "process/a-late-label-brings-the-shipment-again": tried(
    onProcess(
      "A while after each shipment the service appends a label to it by its own hand, and the shipment once more.",
      ["ACT-05", "DETAILS-06"],
      (hooks) =>
        labelShipments(hooks, {
          links: (shipment) => [labelOf(shipment), { ...shipment, linkId: randomUUID(), files: [] }],
          afterMs: 50,
        }),
    ),
  ),
  "process/a-failed-shipment-is-labelled": tried(
    onProcess(
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
  ),
  "process/an-ended-trace-takes-what-it-refuses": tried(
    onProcess("A trace that has ended keeps what it refuses, link and files.", "REFUSE-01", (hooks) =>
      refuseTooLate(hooks, hasEnded),
    ),
  ),
  "process/an-ended-trace-swallows-actions": tried(
    onProcess("A trace that has ended answers actions as done and keeps nothing.", ["ACT-05", "GATE-01"], (hooks) => {
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (!hasEnded(before)) inner(call, input, before, next);
      });
      discardActions(hooks, (_write, before) => hasEnded(before));
    }),
  ),
  "process/at-most-counts-every-trace": tried(
    onProcess(
      "At most three shipments are taken of all traces together, although each lists its own.",
      ["ACT-03", "ACT-04", "REFUSE-03"],
      (hooks) => {
        let shipped = 0;
        onWritten(hooks, ({ link }) => void (shipped += Number(link.actionKey === "ship")));
        refuseListed(hooks, (_before, key) => key === "ship" && shipped >= 3);
      },
    ),
  ),
  "process/effect-comes-twice": tried(
    onProcess(
      "The effect of a shipment is applied once more when the action was answered.",
      ["ACT-06", "STATE-05", "EQUIV-01"],
      (hooks) =>
        onWritten(hooks, async ({ link }) => {
          if (link.actionKey === "ship") await setTrace(hooks, link.traceId, addShipment);
        }),
    ),
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
  "process/legacy-hides-links-of-other-groups": tried(
    onProcess(
      "The legacy details show the links of the group that began the trace alone.",
      ["EQUIV-02", "EQUIV-08", "ACT-05", "DETAILS-06"],
      (hooks) =>
        inFoundLinks(hooks, (links) => links.filter(({ groupLabel }) => groupLabel === "sales"), { face: "legacy" }),
    ),
  ),
  "process/legacy-lists-another-next": tried(
    onProcess("The legacy state does not list what the warehouse may do.", "EQUIV-01", (hooks) =>
      showNext(hooks, (next) => withoutGroup(next, "warehouse"), { face: "legacy", kind: "state" }),
    ),
  ),
  "process/legacy-refusal-is-answered-with-the-state": tried(
    onProcess(
      "What may not come is answered by the legacy link with a state, as if it had been done.",
      ["ACT-05", "GATE-01", "GATE-02"],
      (hooks) => acceptRefused(hooks, { code, face: "legacy", kind: "act" }, { state: { data: {} } }),
    ),
  ),
  "process/legacy-lets-the-same-user-amend-again": {
    ...fault("Through v2 alone nobody amends an order who did its last action.", ["ACT-03", "GATE-04"], (hooks) =>
      amendByTurns(hooks, { when: ({ face }) => face === "v2" }),
    ),
    environment: "two-in-sales",
  },
  "process/legacy-takes-what-may-not-come": tried(
    onProcess("The legacy link takes an action of a trace that has ended.", ["GATE-01", "GATE-02"], (hooks) =>
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (call.face === "v2" || !hasEnded(before)) inner(call, input, before, next);
      }),
    ),
  ),
  "process/next-is-that-of-the-trace-written-last": tried(
    onProcess(
      "The state lists what may come next on the trace that was written last.",
      ["STATE-05", "STATE-04", "EQUIV-01", "ACT-03", "ACT-04", "ACT-06"],
      (hooks) => {
        let latest: TraceRecord | undefined;
        onWritten(hooks, ({ trace }) => void (latest = trace));
        hooks.around(
          "next",
          (inner) => (call, workflow, trace) =>
            inner(call, workflow, call.kind === "state" && latest?.workflowId === workflow.id ? latest : trace),
        );
      },
    ),
  ),
  "process/next-lags-one-action-behind": tried(
    onProcess(
      "The state that is read lists what could come before the last action.",
      ["ACT-06", "STATE-05", "EQUIV-01", "ACT-03", "ACT-04", "GATE-01"],
      (hooks) => {
        const before = new Map<string, NextActions>();
        const latest = new Map<string, NextActions>();
        onWritten(hooks, ({ trace }, call) => {
          const workflow = hooks.directory.workflow(trace.workflowId);
          const known = latest.get(trace.traceId);
          if (known) before.set(trace.traceId, known);
          if (workflow?.isProcess) latest.set(trace.traceId, hooks.policy.process.next(workflow, trace));
          return call.kind === "act" ? undefined : void before.delete(trace.traceId);
        });
        showNext(hooks, (next, { traceId }) => before.get(traceId) ?? next, { kind: "state" });
      },
    ),
  ),
  "process/next-vanishes-when-read-twice": tried(
    onProcess(
      "The list of what may come next is empty when it is read again.",
      ["STATE-04", "STATE-05", "EQUIV-01"],
      (hooks) => {
        const count = counter();
        showNext(
          hooks,
          (next, { traceId, linkCount }) =>
            linkCount > 1 && count(`${traceId} ${String(linkCount)}`) > 1 ? withoutGroup(next, "sales") : next,
          { kind: "state" },
        );
      },
    ),
  ),
  "process/refusal-breaks-the-service": onProcess("What may not come is answered with 500.", "ROBUST-01", (hooks) =>
    onRefusal(hooks, { code, kind: "act" }, () => crashed()),
  ),
  "process/refused-action-advances-the-process": tried(
    onProcess("A refused action counts as done, and changes what may come next.", "REFUSE-01", (hooks) =>
      onNotNow(hooks, (traceId) => setTrace(hooks, traceId, countShip)),
    ),
  ),
  "process/refused-action-advances-through-legacy": tried(
    onProcess("An action that the legacy link refuses counts as done.", "REFUSE-01", (hooks) =>
      onNotNow(hooks, (traceId) => setTrace(hooks, traceId, countShip), { face: "legacy" }),
    ),
  ),
  "process/refused-action-counts-as-a-link": tried(
    onProcess("A refused action is counted among the links.", ["REFUSE-01", "DETAILS-06"], (hooks) => {
      const count = counter();
      const refused = new Map<string, number>();
      onNotNow(hooks, (traceId) => Promise.resolve(void refused.set(traceId, count(traceId))));
      changeResult(hooks, "page", (page, call) => ({
        ...page,
        totalCount: page.totalCount + (refused.get(traceIdOf(call)) ?? 0),
      }));
    }),
  ),
  "process/refused-action-has-its-effect": tried(
    onProcess("A refused action is added to the totals.", "REFUSE-01", (hooks) =>
      onNotNow(hooks, (traceId) => setTrace(hooks, traceId, addShipment)),
    ),
  ),
  "process/refused-action-is-written-through-v2": tried(
    onProcess("An action that the v2 face refuses is written all the same.", "REFUSE-01", (hooks) =>
      refuseTooLate(hooks, (_before, { face }) => face === "v2"),
    ),
  ),
  "process/shipping-makes-two-links": tried(
    onProcess("A shipment becomes two links.", ["ACT-05", "DETAILS-06"], (hooks) => {
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
  ),
  "process/the-end-empties-the-state": tried(
    onProcess("Once a trace is paid its state shows no data any more.", ["STATE-03", "ACT-06"], (hooks) =>
      hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
        const shown = inner(call, state, trace, next);
        return hasEnded(trace) ? { ...shown, data: {} } : shown;
      }),
    ),
  ),
  "process/legacy-alone-sums-up-the-end": tried(
    onProcess(
      "Once a trace is paid its legacy state is a summary without the data.",
      ["EQUIV-01", "STATE-03"],
      (hooks) =>
        hooks.around(
          "presentProcess",
          (inner) => (call, state, trace, next) =>
            call.face === "legacy" && hasEnded(trace) ? { closed: true } : inner(call, state, trace, next),
        ),
    ),
  ),
  "process/marked-as-shipped-at-times": tried(
    onProcess(
      "After the first shipment a member that nobody sent stands among the data of every fourth trace.",
      ["DATA-05", "STATE-03", "ACT-06"],
      (hooks) =>
        hooks.around("presentProcess", (inner) => (call, state, trace, next) => {
          const { data, ...rest } = inner(call, state, trace, next);
          const isShipped = trace.progress.done["ship"] !== undefined && /^[048c]/.test(trace.traceId);
          return { ...rest, data: { ...members(data), ...(isShipped ? { shipped: true } : {}) } };
        }),
    ),
  ),
  "process/summary-with-a-rest": tried(
    onProcess(
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
  ),
  "process/the-answer-lists-what-could-come-before": tried(
    onProcess("The legacy link answers with what could come before the action.", ["ACT-06"], (hooks) => {
      const before = new WeakMap<Call, NextActions>();
      hooks.around("gate", (inner) => (call, input, trace, next) => {
        before.set(call, next);
        inner(call, input, trace, next);
      });
      showNext(hooks, (next, _trace, call) => before.get(call) ?? next, { kind: "act" });
    }),
  ),
  "process/totals-differ-through-legacy": tried(
    onProcess("The legacy state counts one shipment less than there were.", "EQUIV-01", (hooks) =>
      showTotals(hooks, ({ progress }) => Math.max(0, (progress.done["ship"] ?? 0) - 1), {
        face: "legacy",
        kind: "state",
      }),
    ),
  ),
  "process/totals-grow-by-reading": onProcess(
    "From the second action on each reading counts a shipment.",
    ["STATE-04", "STATE-05", "EQUIV-01"],
    (hooks) => {
      const count = counter();
      showTotals(hooks, ({ traceId, linkCount }) => (linkCount > 1 ? count(traceId) : 0), { kind: "state" });
    },
  ),
  "process/turns-are-taken-of-all-traces": {
    ...fault(
      "Nobody amends an order who did the last action of any trace.",
      ["ACT-03", "ACT-04", "REFUSE-03"],
      (hooks) => amendByTurns(hooks, { of: () => "any" }),
    ),
    environment: "two-in-sales",
  },
  "process/v2-answers-what-it-refuses": onProcess(
    "What may not come is answered by the v2 action with the id of the trace, and not done.",
    ["ACT-05", "GATE-01", "GATE-02"],
    (hooks) => {
      const ids = new WeakMap<Call, string>();
      hooks.around("gate", (inner) => (call, input, before, next) => {
        try {
          inner(call, input, before, next);
        } catch (refusal) {
          if (call.face !== "v2") throw refusal;
          ids.set(call, before.traceId);
        }
      });
      discardActions(hooks, (_write, _before, call) => ids.has(call));
      rewritePayload(hooks, { face: "v2", kind: "act" }, (uuid, call) => ids.get(call) ?? uuid);
    },
  ),
  "process/v2-takes-what-may-not-come": onProcess(
    "The v2 action takes what may not come next.",
    ["GATE-01", "GATE-02"],
    (hooks) =>
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (call.face !== "v2") inner(call, input, before, next);
      }),
  ),
};
