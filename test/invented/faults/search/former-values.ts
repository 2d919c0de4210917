/** Traces that are found by what their state held before, or not by what it holds again. */
import { isObject, type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { compareFilters } from "../../changes/search.ts";
import { compute, present } from "../../process.ts";
import { expenseAccount, statusOf } from "../../processes/expenses.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, type Faults, onRecord } from "../../tools.ts";

export const formerValues: Faults = {
  "removed-stays-removed": {
    title: "A value that was replaced is marked as removed in the index, and is not found when it comes back.",
    apply(s) {
      const last = new WeakMap<Trace, JsonObject>();
      const removed = new WeakMap<Trace, Set<string>>();
      const entry = (key: string, value: Json | undefined) => JSON.stringify([key, value ?? null]);
      onRecord(s, (_link, trace) => {
        const former = last.get(trace) ?? {};
        const marks = removed.get(trace) ?? new Set<string>();
        for (const key of Object.keys(former)) {
          const value = own(former, key);
          if (!sameJson(value, own(trace.state, key) ?? null)) marks.add(entry(key, value));
        }
        removed.set(trace, marks);
        last.set(trace, trace.state);
      });
      compareFilters(
        s,
        (held, wanted, key, trace) => sameJson(held, wanted) && removed.get(trace)?.has(entry(key, held)) !== true,
      );
    },
  },
  "index-only-adds": {
    title: "Traces are found also by values that their state had earlier and has no more.",
    apply(s) {
      const history = new WeakMap<Trace, JsonObject[]>();
      onRecord(s, (_link, trace) => history.set(trace, [...(history.get(trace) ?? []), trace.state]));
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          history.get(trace)?.some((state) => sameJson(own(state, key), own(filters, key) ?? null)),
        );
    },
  },
  "overwritten-values-stay": {
    title: "What a later action replaced in the state is still found under its old value.",
    apply(s) {
      const { matches } = s;
      const before = new WeakMap<Trace, JsonObject[]>();
      onRecord(s, (_link, trace) => {
        before.set(trace, [...(before.get(trace) ?? []), structuredClone(trace.state)]);
      });
      s.matches = (trace, filters, call) =>
        [trace.state, ...(before.get(trace) ?? [])].some((state) => matches({ ...trace, state }, filters, call));
    },
  },
  "found-by-the-former-status": {
    title: "The index takes the status before the effect has run: a trace is found by the status that it had, not has.",
    apply(s) {
      const running = expenseAccount(s);
      const indexed = new WeakMap<Trace, Json>();
      compute(s, (trace) => {
        indexed.set(trace, own(trace.state, "status") ?? "open");
        return { ...trace.state, status: statusOf(trace) };
      });
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: { ...trace.state, status: indexed.get(trace) ?? null } }, filters, call);
    },
  },
  "found-by-old-values": {
    title: "Search still finds a trace by values that a later action replaced.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          trace.links.some((link) => sameJson(own(link.data, key), own(filters, key) ?? null)),
        );
    },
  },
  "returned-value-unfound": {
    title: "A trace is not found by a value that a member has again after it had another one.",
    apply(s) {
      changeResult(
        s,
        "matches",
        (isMatch, trace, filters) =>
          isMatch &&
          Object.keys(filters).every((key) => {
            const given = trace.links.map((link) => own(link.data, key)).filter((value) => value !== undefined);
            const wanted: Json = own(filters, key) ?? null;
            const other = given.findLastIndex((value) => !sameJson(value, wanted));
            return !given.slice(0, Math.max(0, other)).some((value) => sameJson(value, wanted));
          }),
      );
    },
  },
  "back-to-a-former-value": {
    title: "What a member of the state no longer holds is struck off the index for good: it is not found if set again.",
    apply(s) {
      const struck = new WeakMap<Trace, [string, Json][]>();
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        const former = trace.state;
        const state = merge(trace, data, call);
        const gone = struck.get(trace) ?? [];
        for (const key of Object.keys(former)) {
          const value = own(former, key);
          if (value !== undefined && !sameJson(value, own(state, key))) gone.push([key, value]);
        }
        struck.set(trace, gone);
        return state;
      });
      changeResult(
        s,
        "matches",
        (isMatch, trace, filters) =>
          isMatch && !(struck.get(trace) ?? []).some(([key, value]) => sameJson(own(filters, key), value)),
      );
    },
  },
  "columns-by-type": {
    title: "A trace is still found by the text that a member held before it became a number, and the other way round.",
    apply(s) {
      const columns = new WeakMap<Trace, Map<string, Json>>();
      onRecord(s, (link, trace) => {
        const held = columns.get(trace) ?? new Map<string, Json>();
        columns.set(trace, held);
        for (const key of Object.keys(link.data)) {
          const value = own(link.data, key) ?? null;
          if (value !== null && !isObject(value)) held.set(`${typeof value} ${key}`, value);
        }
      });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const wanted = own(filters, key) ?? null;
          const column = columns.get(trace)?.get(`${typeof wanted} ${key}`);
          return sameJson(own(trace.state, key), wanted) || (column !== undefined && sameJson(column, wanted));
        });
    },
  },
};
