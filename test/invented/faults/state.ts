import { deepMerge, own, put, sameJson, isObject, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { around, onData, pause, type Faults } from "../tools.ts";

export const state: Faults = {
  "empty-states-shared": {
    title: "All traces created with empty data share one state object.",
    apply(s) {
      const shared: JsonObject = {};
      const { merge } = s;
      s.merge = (trace, data, call) => {
        if (trace.links.length === 0 && Object.keys(data).length === 0) return shared;
        return trace.state === shared ? Object.assign(shared, data) : merge(trace, data, call);
      };
    },
  },
  "v2-state-cached": {
    title: "The v2 state, once read, does not notice actions appended through the legacy face.",
    apply(s) {
      const cache = new Map<string, Json>();
      const { stateOf, record } = s;
      s.record = (call, user, workflow, input, known) => {
        if (call.face === "v2" && known) cache.delete(known.id);
        return record(call, user, workflow, input, known);
      };
      s.stateOf = async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const value = cache.get(trace.id) ?? (await stateOf(trace, call));
        cache.set(trace.id, value);
        return value;
      };
    },
  },
  "link-answer-merges-deeply": {
    title: "The legacy action answers with nested objects merged, while every later read shows them replaced.",
    apply(s) {
      const before = new WeakMap<Trace, JsonObject>();
      const { merge, stateOf } = s;
      s.merge = (trace, data, call) => {
        before.set(trace, deepMerge(trace.state, data) as JsonObject);
        return merge(trace, data, call);
      };
      s.stateOf = (trace, call) =>
        call.path.at(-1) === "link" ? (before.get(trace) ?? trace.state) : stateOf(trace, call);
    },
  },
  "legacy-state-in-latin1": {
    title: "The legacy state is sent in ISO 8859-1 when all its characters fit into it.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const text = String(reply.body);
        const fits = Array.from(text).every((char) => char <= "\u00ff");
        return fits ? { ...reply, body: Buffer.from(text, "latin1") } : reply;
      });
    },
  },
  "reserved-names-lost": {
    title: "Members of the legacy data named actionKey, workflowId or groupLabel are taken out of the data.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "v2"
          ? data
          : Object.fromEntries(
              Object.entries(data).filter(([key]) => !["actionKey", "workflowId", "groupLabel"].includes(key)),
            ),
      );
    },
  },
  "parallel-states-overwritten": {
    title: "Of actions appended to a trace at the same time all links are kept, but the state shows only one.",
    apply(s) {
      const { record, merge } = s;
      s.record = async (call, user, workflow, input, known) => {
        const before = known?.state;
        const result = await record(call, user, workflow, input, known);
        if (before) {
          result.trace.state = before;
          await pause(4);
          result.trace.state = merge({ ...result.trace, state: before }, input.data ?? {}, call);
        }
        return result;
      };
    },
  },
  "parallel-reads-mixed": {
    title: "Parallel v2 reads of the states of two traces may both answer with the state of the later one.",
    apply(s) {
      const { stateOf } = s;
      let current: Trace | undefined;
      s.stateOf = async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        current = trace;
        await pause(3);
        return stateOf(current, call);
      };
    },
  },
  "empty-action-clears": {
    title: "An appended action with empty data empties the state.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) =>
        trace.links.length > 0 && Object.keys(data).length === 0 ? {} : merge(trace, data, call);
    },
  },
  "eighth-action-skipped": {
    title: "A snapshot of the state is taken at every eighth action, and that action itself is never applied.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) => (trace.links.length % 8 === 7 ? { ...trace.state } : merge(trace, data, call));
    },
  },
  "same-value-removes": {
    title: "An action that gives a member the value which it already has removes the member from the state.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) =>
        Object.fromEntries(
          Object.entries(merge(trace, data, call)).filter(
            ([key, value]) => own(data, key) === undefined || !sameJson(own(trace.state, key), value),
          ),
        );
    },
  },
  "merged-by-action-key": {
    title: "The state is made of the actions in the order of their action keys, and only then of their arrival.",
    apply(s) {
      const { record, merge } = s;
      s.record = async (call, ...args) => {
        const result = await record(call, ...args);
        const { trace } = result;
        const order = trace.links.toSorted((a, b) => (a.actionKey < b.actionKey ? -1 : +(a.actionKey > b.actionKey)));
        trace.state = order.reduce<JsonObject>((state, link) => merge({ ...trace, state }, link.data, call), {});
        return result;
      };
    },
  },
  "legacy-arrays-appended": {
    title: "An array given by a legacy action is appended to the one in the state; by v2 it replaces it.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) => {
        const merged = merge(trace, data, call);
        if (call.face === "v2") return merged;
        for (const key of Object.keys(data)) {
          const [old, given] = [own(trace.state, key), own(data, key)];
          if (Array.isArray(old) && Array.isArray(given)) put(merged, key, [...old, ...given]);
        }
        return merged;
      };
    },
  },
  "replica-behind": {
    title: "For half a second after an action, every second read of the state comes from a replica without it.",
    apply(s) {
      const { record, stateOf } = s;
      const replica = new WeakMap<Trace, { state: JsonObject; until: number; reads: number }>();
      s.record = async (call, user, workflow, input, known) => {
        const before = known?.state;
        const result = await record(call, user, workflow, input, known);
        if (before) replica.set(result.trace, { state: before, until: Date.now() + 500, reads: 0 });
        return result;
      };
      s.stateOf = (trace, call) => {
        const behind = replica.get(trace);
        if (!behind || call.path.at(-1) === "link" || behind.until < Date.now()) return stateOf(trace, call);
        behind.reads += 1;
        return behind.reads % 2 === 0 ? behind.state : stateOf(trace, call);
      };
    },
  },
  "link-answer-before-files": {
    title: "A legacy action with files is answered with the state that the trace had before it.",
    apply(s) {
      const { merge, stateOf } = s;
      const before = new WeakMap<Trace, JsonObject>();
      s.merge = (trace, data, call) => {
        before.set(trace, trace.state);
        return merge(trace, data, call);
      };
      s.stateOf = (trace, call) => {
        const files = trace.links.at(-1)?.files ?? [];
        const early = call.path.at(-1) === "link" && files.length > 0 ? before.get(trace) : undefined;
        return early ?? stateOf(trace, call);
      };
    },
  },
  "write-behind-lost": {
    title: "A legacy action changes the state only in a cache; a second later, with no action after it, it is undone.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const before = known?.state;
        const result = await record(call, user, workflow, input, known);
        const { trace } = result;
        const written = trace.state;
        if (before && call.face === "legacy") {
          void pause(1000).then(() => {
            if (trace.state === written) trace.state = before;
          });
        }
        return result;
      };
    },
  },
  "missing-trace-has-empty-state": {
    title: "The legacy state of a UUID that no trace has is an empty object, with 200.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "missing") return s.ok(call, { state: {} });
          throw error;
        }
      });
    },
  },
  "refusal-sticks": {
    title:
      "After a refused action, the next v2 read of the trace's state has the data, but still the status of the refusal.",
    apply(s) {
      const left = new Map<string, number>();
      for (const key of ["POST /v2/traces/{}/action", "POST /trace/{}/link"]) {
        around(s, key, (real) => async (call, id = "") => {
          try {
            return await real(call, id);
          } catch (error) {
            if (error instanceof Refusal && error.kind !== "token") left.set(id, s.statuses[error.kind]);
            throw error;
          }
        });
      }
      around(s, "GET /v2/traces/{}/state", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const status = left.get(id) ?? reply.status;
        left.delete(id);
        return { ...reply, status };
      });
    },
  },
  "link-answer-knows-own-face": {
    title: "The answer to a legacy action has only those members of the state that came through the legacy face.",
    apply(s) {
      const { merge, stateOf } = s;
      const written = new Map<string, Set<string>>();
      s.merge = (trace, data, call) => {
        const names = written.get(trace.id) ?? new Set();
        if (call.face === "legacy") for (const name of Object.keys(data)) names.add(name);
        written.set(trace.id, names);
        return merge(trace, data, call);
      };
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        if (call.path.at(-1) !== "link" || !isObject(state)) return state;
        return Object.fromEntries(Object.entries(state).filter(([name]) => written.get(trace.id)?.has(name)));
      };
    },
  },
  "files-member-overwritten": {
    title: "When an action has both files and a data member named files, the state shows the list of the former.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const result = await record(call, user, workflow, input, known);
        const { trace, link } = result;
        if (link.files.length > 0 && own(link.data, "files") !== undefined) {
          trace.state = { ...trace.state, files: link.files };
        }
        return result;
      };
    },
  },
};
