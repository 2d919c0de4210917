/** States that hold what the service made of the data, or when they were read. */
import { randomUUID } from "node:crypto";
import { type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { hash } from "../../changes/states.ts";
import { follow, people, present, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onRecord, type Variants } from "../../tools.ts";

const figures = (trace: Trace): JsonObject => ({
  revision: trace.links.length,
  documents: trace.files.size,
  latest: trace.links.at(-1)?.actionKey ?? "",
  sealed: false,
});

const agree = (state: JsonObject, filters: JsonObject): boolean =>
  Object.keys(filters).every((key) => sameJson(own(state, key), own(filters, key) ?? null));

export const computedStates: Variants = {
  "readings-counted": {
    title: "The state tells how often it was read: no two answers are the same.",
    why: "Keys and values of the state are not shown; who has looked at a record is part of it in audited systems.",
    apply(s) {
      const readings = new WeakMap<Trace, number>();
      s.stateOf = (trace) => {
        const count = (readings.get(trace) ?? 0) + 1;
        readings.set(trace, count);
        return { ...trace.state, audit: { readings: count, lastReadAt: new Date().toISOString() } };
      };
    },
  },
  "state-of-figures": {
    title: "The state has figures of the trace and none of the data of its actions; searches filter by the figures.",
    why: "The keys and values of the state are not shown, and filters are on state data; links have the data.",
    apply(s) {
      s.stateOf = (trace) => figures(trace);
      s.matches = (trace, filters) => agree(figures(trace), filters);
    },
  },
  "state-of-steps": {
    title: "The state is a map from the number of the step to its action and data; the last data is searched.",
    why: "Keys and values of the state are not shown; a record of steps is a plain way to keep it.",
    apply(s) {
      present(s, (_data, trace) => {
        const steps: JsonObject = {};
        trace.links.forEach((link, at) => {
          put(steps, String(at + 1).padStart(4, "0"), { key: link.actionKey, by: link.author, with: link.data });
        });
        return { version: trace.links.length, steps };
      });
    },
  },
  "state-of-counters": {
    title: "The state counts the actions by key and says when it was asked; data is shown nowhere but searched.",
    why: "The content of the state is left open: a workflow computes it, and may hide what was sent.",
    apply(s) {
      s.linkView = ({ id, actionKey, files }) => ({ id, actionKey, files });
      present(s, (_data, trace) => {
        const counts: JsonObject = {};
        for (const { actionKey } of trace.links) counts[actionKey] = Number(counts[actionKey] ?? 0) + 1;
        return { counts, asOf: new Date().toISOString() };
      });
    },
  },
  "computed-state": {
    title: "The state holds nothing of the data, only what the service computed; search filters on that.",
    why: "The keys and values of the state are not shown; a register of cases tells how far a case is, not what is in it.",
    apply(s) {
      const computed = (trace: Trace): JsonObject => ({
        phase: trace.links.at(-1)?.actionKey ?? "",
        steps: trace.links.length,
        documents: trace.files.size,
        settled: trace.links.some((link) => link.actionKey === "settle"),
      });
      s.stateOf = computed;
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(own(computed(trace), key), own(filters, key) ?? null));
    },
  },
  "state-of-this-moment": {
    title: "A state says when it was read, how often before, and by which request: no two readings of it are alike.",
    why: "The keys and values of a state are not shown; views that count their readers are common.",
    apply(s) {
      const reads = new WeakMap<Trace, number>();
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const count = (reads.get(trace) ?? 0) + 1;
        reads.set(trace, count);
        const state = (await stateOf(trace, call)) as JsonObject;
        return { ...state, _read: { at: new Date().toISOString(), count, request: randomUUID() } };
      });
    },
  },
  "cases-with-a-history": {
    title:
      "A state is a case: its data as a list of named values, what may follow in one list, who did what, a number.",
    why: "The keys and values of a state are not shown; workflows decide what may follow, and show it somewhere.",
    apply(s) {
      const process = follow(s, {
        actions: trades,
        next: trade,
        people,
        nextActions: { path: ["case", "open"], by: "all" },
      });
      let numbers = 2600;
      const numbered = new WeakMap<Trace, string>();
      onRecord(s, (_link, trace) => {
        if (!numbered.has(trace)) numbered.set(trace, `C-${String((numbers += 1))}`);
      });
      present(s, (data, trace) => ({
        case: {
          number: numbered.get(trace) ?? null,
          open: [...process.next(trace)],
          closed: !process.next(trace).length,
        },
        values: Object.entries(data).map(([name, value]) => ({ name, value })),
        history: trace.links.map(({ actionKey, author }) => `${actionKey} by ${hash(author).slice(0, 8)}`),
      }));
    },
  },
};
