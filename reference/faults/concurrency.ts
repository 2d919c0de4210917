import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { ReceivedFile, TraceWrite } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { rewritePayload, rewriteReply } from "../hooks/rewrite.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { inUploads } from "./support/bytes.ts";
import { objectFrom } from "./support/json-changes.ts";
import { inState } from "./support/places.ts";
import { crashed } from "./support/refused.ts";
import { discardActions } from "./support/writes.ts";

/** Larger ones are staged, and a second owner would take the bytes away from the first. */
const isSmall = ({ inline }: ReceivedFile): boolean => inline !== undefined;

/** Faults that show when requests of the same time meet. */
export const concurrency: FaultEntries<"concurrency"> = {
  "concurrency/count-is-read-before-the-links": fault(
    "The number of links is read a moment before the links, so that under way they do not agree.",
    "CONC-04",
    (hooks) =>
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const before = await hooks.store.trace(traceId);
        await wait(8);
        const found = await inner(call, traceId, window);
        if (found === undefined || before === undefined) return found;
        return { ...found, trace: { ...found.trace, linkCount: before.linkCount } };
      }),
  ),
  "concurrency/creations-share-their-data": fault(
    "Traces that are created at the same time get the data of the one that came last.",
    "CONC-02",
    (hooks) => {
      let latest: TraceWrite | undefined;
      hooks.around("create", (inner) => async (call, write) => {
        latest = write;
        await wait(5);
        const { data } = latest.trace;
        await inner(call, { ...write, trace: { ...write.trace, data }, link: { ...write.link, data } });
      });
    },
  ),
  "concurrency/creations-share-their-uuid": fault(
    "Creations that are under way at the same time are answered with the same UUID.",
    ["CONC-02", "CREATE-07"],
    (hooks) => {
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
  ),
  "concurrency/lost-update": fault(
    "An action is computed from a trace read without a lock, so that of two at the same time one is lost.",
    "CONC-01",
    (hooks) => {
      const { store } = hooks;
      hooks.around("append", () => async (_call, traceId, compute) => {
        const before = await store.trace(traceId);
        if (before === undefined) return undefined;
        const write = await compute(before);
        // The window in which another action may read the same state.
        await wait(5);
        const { position } = write.link;
        await store.amend(traceId, ({ links }) => ({ links: links.filter((link) => link.position !== position) }));
        return await store.append(traceId, () => write);
      });
    },
  ),
  "concurrency/second-append-at-once-fails": fault(
    "Of two actions on one trace at the same time one is answered with 500.",
    ["CONC-01", "REFUSE-03", "ROBUST-01"],
    (hooks) => {
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
  ),
  "concurrency/state-shows-half-an-action": fault(
    "While an action is under way the state already shows half of its members.",
    "CONC-04",
    (hooks) => {
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
  ),
  "concurrency/two-appends-one-link": fault(
    "An action that arrives while another one of the same trace is under way is answered, but makes no link.",
    ["CONC-01", "ACT-05"],
    (hooks) => {
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
  ),
  "concurrency/uploads-share-their-files": fault(
    "Actions and creations with files at the same time get the files of the one that came last.",
    "CONC-03",
    (hooks) => {
      let latest: readonly ReceivedFile[] = [];
      inUploads(hooks, (files) => {
        if (files.length > 0 && files.every(isSmall)) latest = files;
        return files;
      });
      const mixed = (write: TraceWrite): TraceWrite =>
        write.files.length === 0 || !write.files.every(isSmall)
          ? write
          : { ...write, files: latest, link: { ...write.link, files: latest } };
      hooks.around("create", (inner) => async (call, write) => {
        if (write.files.length > 0) await wait(5);
        await inner(call, mixed(write));
      });
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        await wait(5);
        return await inner(call, traceId, async (before) => mixed(await compute(before)));
      });
    },
  ),
};
