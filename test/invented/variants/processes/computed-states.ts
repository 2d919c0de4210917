/** States of a process that are computed, renamed or made short. */
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import { amountsOf, searchShown } from "../../changes/states.ts";
import { ofTheWorkflow, stateNotShown } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, people, present, trade, trades } from "../../process.ts";
import { appealablePermit } from "../../processes/permits.ts";
import type { Trace } from "../../service.ts";
import { onRecord, type Variants } from "../../tools.ts";

export const computedStates: Variants = {
  "numbered-files-with-a-journal": {
    title: "The state is a file number, a status, and a journal with the data of each step; none of it is merged.",
    why: "The state is computed by the workflow's own code.",
    apply(s) {
      const running = follow(s, appealablePermit);
      const numbers = new WeakMap<Trace, string>();
      let issued = 4711;
      compute(s, (trace) => {
        const fileNumber = numbers.get(trace) ?? `A-${String((issued += 1)).padStart(7, "0")}/26`;
        numbers.set(trace, fileNumber);
        const status = running.next(trace).length === 0 ? "closed" : (keysOf(trace).at(-1) ?? "");
        const journal = trace.links.map(({ actionKey, data }, at) => ({ no: at + 1, step: actionKey, entry: data }));
        return { fileNumber, status, journal };
      });
    },
  },
  "a-summary-after-the-end": {
    title: "When a trace ends its state becomes a summary without the data, and searches find it by that alone.",
    why: stateNotShown,
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade, people });
      const show = (trace: Trace): JsonObject =>
        next(trace).length > 0
          ? trace.state
          : { summary: true, steps: trace.links.length, closedBy: trace.links.at(-1)?.actionKey ?? "" };
      present(s, (_data, trace) => show(trace));
      searchShown(s, show);
    },
  },
  "counts-its-readers": {
    title: "The state says how often it was read and when last: no two answers are the same.",
    why: stateNotShown,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      const reads = new WeakMap<Trace, number>();
      present(s, (data, trace) => {
        const views = (reads.get(trace) ?? 0) + 1;
        reads.set(trace, views);
        return { data, views, viewedAt: new Date().toISOString(), nextActions: running.byGroup(trace) };
      });
    },
  },
  "sums-and-counts": {
    title: "The state is computed: sums of amounts, how often each action was done, the last data; nothing is gated.",
    why: "The keys and values of the state are not shown; a workflow computes them.",
    apply(s) {
      follow(s, { actions: actionsOf("open of desk", "charge of desk", "note of desk") });
      compute(s, (trace) => ({
        balance: amountsOf(trace),
        counts: Object.fromEntries(
          [...new Set(keysOf(trace))].map((key) => [key, keysOf(trace).filter((one) => one === key).length]),
        ),
        last: trace.links.at(-1)?.data ?? {},
      }));
    },
  },
  "renamed-and-stamped": {
    title: "Members come into the state under the name of their action, with the time, after an order of steps.",
    why: `${ofTheWorkflow} The keys and values of the state are not shown.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk"),
        next: (done) => (done.includes("close") ? [] : ["note", "close"]),
      });
      onRecord(s, (link, trace) => {
        const state: Record<string, Json> = { updatedAt: new Date().toISOString() };
        for (const { actionKey, data } of trace.links) {
          for (const [name, value] of Object.entries(data)) state[`${actionKey}_${name}`] = value;
        }
        state["updatedBy"] = link.author;
        trace.state = state satisfies JsonObject;
      });
    },
  },
};
