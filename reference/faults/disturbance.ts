import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { TraceWrite } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { amendTrace } from "./support/amendments.ts";
import { objectFrom } from "./support/json-changes.ts";
import { discardActions } from "./support/writes.ts";

const shown: FaultEntry["requirement"] = ["CONC-04", "DETAILS-02", "STATE-02", "STATE-03"];

/** Faults that show when connections are lost. */
const whenLost = (title: string, install: FaultEntry["install"], requirement = shown): FaultEntry => ({
  title,
  requirement,
  install,
  disturbed: true,
});

/** An answer that is sent at once is on its way before the loss of its connection is noticed. */
const noticedMs = 12;

const traceOf = ({ params }: Call): string => params["traceId"]?.toLowerCase() ?? "";

/** Tells of each trace on which a connection was lost. */
function onLost(hooks: Hooks, told: (call: Call, traceId: string) => void): void {
  hooks.around("onRequest", (inner) => async (call) => {
    await inner(call);
    if (traceOf(call) === "") return;
    call.gone.addEventListener("abort", () => told(call, traceOf(call)), { once: true });
    await wait(noticedMs);
  });
}

/** The traces on which a connection was lost since they were taken last. */
function lostTraces(hooks: Hooks): { take(traceId: string): boolean } {
  const lost = new Set<string>();
  onLost(hooks, (_call, traceId) => void lost.add(traceId));
  return { take: (traceId) => lost.delete(traceId.toLowerCase()) };
}

/** The write, with this for the data of the state. */
const withState = (write: TraceWrite, data: JsonObject): TraceWrite => ({ ...write, trace: { ...write.trace, data } });

export const disturbance: FaultEntries<"disturbance"> = {
  "disturbance/answered-action-after-a-loss-is-dropped": whenLost(
    "After a connection was lost on a trace, the next action on it is answered and makes no link.",
    (hooks) => {
      const lost = lostTraces(hooks);
      discardActions(hooks, ({ trace }, _before, call) => !call.gone.aborted && lost.take(trace.traceId));
    },
  ),
  "disturbance/action-after-a-loss-is-done-twice": whenLost(
    "After a connection was lost on a trace, the next action on it is done twice.",
    (hooks) => {
      const lost = lostTraces(hooks);
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const write = await inner(call, traceId, compute);
        if (write && !call.gone.aborted && lost.take(traceId)) await inner(call, traceId, compute);
        return write;
      });
    },
  ),
  "disturbance/lost-action-is-done-again": whenLost(
    "An action whose connection is lost is done once more, as if it had not been done.",
    (hooks) => {
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const write = await inner(call, traceId, compute);
        await wait(noticedMs);
        if (call.gone.aborted && write) await inner(call, traceId, compute);
        return write;
      });
    },
  ),
  "disturbance/lost-action-is-done-by-half": whenLost(
    "Of an action whose connection is lost the state takes half of the members.",
    (hooks) => {
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        await wait(noticedMs);
        return await inner(call, traceId, async (before) => {
          const write = await compute(before);
          if (!call.gone.aborted) return write;
          const entries = Object.entries(write.link.data);
          return withState(write, { ...before.data, ...objectFrom(entries.slice(0, Math.ceil(entries.length / 2))) });
        });
      });
    },
  ),
  "disturbance/lost-connection-takes-the-last-action-back": whenLost(
    "When a connection is lost on a trace, its latest link is deleted, although its action was answered.",
    (hooks) => {
      const { store } = hooks;
      onLost(hooks, (_call, traceId) => void takeBack(traceId).catch(() => undefined));
      async function takeBack(traceId: string): Promise<void> {
        await store.amend(traceId, ({ trace, links }) =>
          trace.linkCount < 2
            ? {}
            : { trace: { ...trace, linkCount: trace.linkCount - 1 }, links: links.slice(0, trace.linkCount - 1) },
        );
      }
    },
  ),
  "disturbance/lost-connection-takes-the-state-back": whenLost(
    "When a connection is lost on a trace, its state is again what it was before the latest action.",
    (hooks) => {
      const before = new Map<string, TraceWrite["trace"]["data"]>();
      hooks.around(
        "append",
        (inner) => (call, traceId, compute) =>
          inner(call, traceId, (trace) => {
            before.set(traceId.toLowerCase(), trace.data);
            return compute(trace);
          }),
      );
      onLost(hooks, (_call, traceId) => {
        const data = before.get(traceId);
        if (data === undefined) return;
        amendTrace(hooks, traceId, (trace) => ({ ...trace, data })).catch(() => undefined);
      });
    },
  ),
  "disturbance/lost-action-comes-and-goes": whenLost(
    "An action whose connection was lost shows in every other list of links alone.",
    (hooks) => {
      const doubtful = new Map<string, number>();
      let reads = 0;
      onLost(hooks, (call, traceId) => {
        if (call.kind === "act") doubtful.set(traceId, -1);
      });
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const write = await inner(call, traceId, compute);
        await wait(noticedMs);
        if (call.gone.aborted && write) doubtful.set(traceId.toLowerCase(), write.link.position);
        return write;
      });
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const found = await inner(call, traceId, window);
        const position = doubtful.get(traceId.toLowerCase()) ?? -1;
        if (!found?.links.some((link) => link.position === position) || reads++ % 2 === 0) return found;
        const links = found.links.filter((link) => link.position !== position);
        return { ...found, links, trace: { ...found.trace, linkCount: found.trace.linkCount - 1 } };
      });
    },
  ),
  "disturbance/lost-action-lends-its-members-to-the-next": whenLost(
    "The members of an action whose connection was lost are kept, and stand in the next action on the trace, too.",
    (hooks) => {
      const kept = new Map<string, JsonObject>();
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        await wait(noticedMs);
        return await inner(call, traceId, async (before) => {
          const write = await compute(before);
          const key = traceId.toLowerCase();
          const lent = kept.get(key);
          if (call.gone.aborted) kept.set(key, write.link.data);
          else kept.delete(key);
          if (call.gone.aborted || !lent) return write;
          return { ...write, link: { ...write.link, data: { ...lent, ...write.link.data } } };
        });
      });
    },
    ["DETAILS-07", "DATA-05"],
  ),
  "disturbance/state-after-a-loss-stays-as-it-was": whenLost(
    "After a connection was lost on a trace, the next action on it makes a link and leaves the state as it was.",
    (hooks) => {
      const lost = lostTraces(hooks);
      hooks.around(
        "append",
        (inner) => (call, traceId, compute) =>
          inner(call, traceId, async (before) => {
            const write = await compute(before);
            return !call.gone.aborted && lost.take(traceId) ? withState(write, before.data) : write;
          }),
      );
    },
  ),
  "disturbance/links-after-a-loss-are-one-too-many": whenLost(
    "After a connection was lost on a trace, its links are counted as one more than there are.",
    (hooks) => {
      const lost = new Set<string>();
      onLost(hooks, (_call, traceId) => void lost.add(traceId));
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const found = await inner(call, traceId, window);
        if (!found || !lost.has(traceId.toLowerCase())) return found;
        return { ...found, trace: { ...found.trace, linkCount: found.trace.linkCount + 1 } };
      });
    },
  ),
};
