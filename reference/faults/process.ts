import type { Call } from "../core/call.ts";
import { badRequest } from "../core/refusal.ts";
import type { TraceRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { amendByTurns } from "../hooks/turns.ts";
import { changeResult, inScope, onWritten, rewritePayload } from "../hooks/rewrite.ts";
import type { Scope } from "../hooks/rewrite.ts";
import type { NextActions } from "../policy/process.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { traceIdOf } from "./support/attachments.ts";
import { counter } from "./support/counting.ts";
import { inFoundLinks } from "./support/places.ts";
import { acceptRefused, crashed, onRefusal } from "./support/refused.ts";
import { discardActions, refuseAfterwards } from "./support/writes.ts";
import { code, hasEnded, onNotNow, onProcess } from "./support/on-process.ts";
import { amendTrace } from "./support/amendments.ts";

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

function countShip(trace: TraceRecord): TraceRecord {
  const { done } = trace.progress;
  return { ...trace, progress: { ...trace.progress, done: { ...done, ship: (done["ship"] ?? 0) + 1 } } };
}

/** Faults of what may come next in workflows that are processes. */
export const process: FaultEntries<"process"> = {
  "process/a-listed-action-is-refused-through-legacy": onProcess(
    "The legacy link refuses to ship although the state lists it.",
    ["ACT-04", "REFUSE-03"],
    (hooks) => refuseListed(hooks, (_before, key) => key === "ship", { face: "legacy" }),
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
  "process/an-ended-trace-takes-what-it-refuses": onProcess(
    "A trace that has ended keeps what it refuses, link and files.",
    "REFUSE-01",
    (hooks) => refuseTooLate(hooks, hasEnded),
  ),
  "process/an-ended-trace-swallows-actions": onProcess(
    "A trace that has ended answers actions as done and keeps nothing.",
    ["ACT-05", "GATE-01"],
    (hooks) => {
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (!hasEnded(before)) inner(call, input, before, next);
      });
      discardActions(hooks, (_write, before) => hasEnded(before));
    },
  ),
  "process/at-most-counts-every-trace": onProcess(
    "At most three shipments are taken of all traces together, although each lists its own.",
    ["ACT-03", "ACT-04", "REFUSE-03"],
    (hooks) => {
      let shipped = 0;
      onWritten(hooks, ({ link }) => void (shipped += Number(link.actionKey === "ship")));
      refuseListed(hooks, (_before, key) => key === "ship" && shipped >= 3);
    },
  ),
  "process/legacy-hides-links-of-other-groups": onProcess(
    "The legacy details show the links of the group that began the trace alone.",
    ["EQUIV-02", "EQUIV-08", "ACT-05", "DETAILS-06"],
    (hooks) =>
      inFoundLinks(hooks, (links) => links.filter(({ groupLabel }) => groupLabel === "sales"), { face: "legacy" }),
  ),
  "process/legacy-lists-another-next": onProcess(
    "The legacy state does not list what the warehouse may do.",
    "EQUIV-01",
    (hooks) => showNext(hooks, (next) => withoutGroup(next, "warehouse"), { face: "legacy", kind: "state" }),
  ),
  "process/legacy-refusal-is-answered-with-the-state": onProcess(
    "What may not come is answered by the legacy link with a state, as if it had been done.",
    ["ACT-05", "GATE-01", "GATE-02"],
    (hooks) => acceptRefused(hooks, { code, face: "legacy", kind: "act" }, { state: { data: {} } }),
  ),
  "process/legacy-lets-the-same-user-amend-again": {
    ...fault("Through v2 alone nobody amends an order who did its last action.", ["ACT-03", "GATE-04"], (hooks) =>
      amendByTurns(hooks, { when: ({ face }) => face === "v2" }),
    ),
    environment: "two-in-sales",
  },
  "process/legacy-takes-what-may-not-come": onProcess(
    "The legacy link takes an action of a trace that has ended.",
    ["GATE-01", "GATE-02"],
    (hooks) =>
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (call.face === "v2" || !hasEnded(before)) inner(call, input, before, next);
      }),
  ),
  "process/next-is-that-of-the-trace-written-last": onProcess(
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
  "process/next-lags-one-action-behind": onProcess(
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
  "process/next-vanishes-when-read-twice": onProcess(
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
  "process/refusal-breaks-the-service": onProcess(
    "What may not come is answered with 500.",
    ["ROBUST-01", "REFUSE-03"],
    (hooks) => onRefusal(hooks, { code, kind: "act" }, () => crashed()),
  ),
  "process/refused-action-advances-the-process": onProcess(
    "A refused action counts as done, and changes what may come next.",
    "REFUSE-01",
    (hooks) => onNotNow(hooks, (traceId) => amendTrace(hooks, traceId, countShip)),
  ),
  "process/refused-action-advances-through-legacy": onProcess(
    "An action that the legacy link refuses counts as done.",
    "REFUSE-01",
    (hooks) => onNotNow(hooks, (traceId) => amendTrace(hooks, traceId, countShip), { face: "legacy" }),
  ),
  "process/refused-action-counts-as-a-link": onProcess(
    "A refused action is counted among the links.",
    ["REFUSE-01", "DETAILS-06"],
    (hooks) => {
      const count = counter();
      const refused = new Map<string, number>();
      onNotNow(hooks, (traceId) => Promise.resolve(void refused.set(traceId, count(traceId))));
      changeResult(hooks, "page", (page, call) => ({
        ...page,
        totalCount: page.totalCount + (refused.get(traceIdOf(call)) ?? 0),
      }));
    },
  ),
  "process/refused-action-is-written-through-v2": onProcess(
    "An action that the v2 face refuses is written all the same.",
    "REFUSE-01",
    (hooks) => refuseTooLate(hooks, (_before, { face }) => face === "v2"),
  ),
  "process/the-answer-lists-what-could-come-before": onProcess(
    "The legacy link answers with what could come before the action.",
    ["ACT-06"],
    (hooks) => {
      const before = new WeakMap<Call, NextActions>();
      hooks.around("gate", (inner) => (call, input, trace, next) => {
        before.set(call, next);
        inner(call, input, trace, next);
      });
      showNext(hooks, (next, _trace, call) => before.get(call) ?? next, { kind: "act" });
    },
  ),
  "process/turns-are-taken-of-all-traces": {
    ...fault(
      "Nobody amends an order who did the last action of any trace.",
      ["ACT-03", "ACT-04", "REFUSE-03", "GATE-02"],
      (hooks) => amendByTurns(hooks, { of: () => "any" }),
    ),
    environment: "two-in-sales",
    crowded: true,
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
  "process/v2-takes-actions-after-the-end": onProcess(
    "The v2 action takes an action of a trace that has ended, which the legacy link refuses.",
    "GATE-02",
    (hooks) =>
      hooks.around("gate", (inner) => (call, input, before, next) => {
        if (call.face !== "v2" || !hasEnded(before)) inner(call, input, before, next);
      }),
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
