import { deepMerge, type Json, type JsonObject } from "../../stand-ins/lib/json.ts";
import { around, onData, pause, type Invention } from "../tools.ts";
import type { Trace } from "../service.ts";

const after = "The state of a trace follows from all the actions that were accepted for it.";

export const state: Invention[] = [
  {
    id: "empty-states-shared",
    lie: "All traces created with empty data share one state object.",
    sentence: "One trace's data never shows in another.",
    apply(s) {
      const shared: JsonObject = {};
      const { merge } = s;
      s.merge = (trace, data, call) => {
        if (trace.links.length === 0 && Object.keys(data).length === 0) return shared;
        return trace.state === shared ? Object.assign(shared, data) : merge(trace, data, call);
      };
    },
  },
  {
    id: "v2-state-cached",
    lie: "The v2 state, once read, does not notice actions appended through the legacy face.",
    sentence: `${after} The legacy set coexists with the v2 set for traces.`,
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
  {
    id: "link-answer-merges-deeply",
    lie: "The legacy action answers with nested objects merged, while every later read shows them replaced.",
    sentence: "Response 200 {state: object}, the state data of the trace after the action.",
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
  {
    id: "legacy-state-in-latin1",
    lie: "The legacy state is sent in ISO 8859-1 when all its characters fit into it.",
    sentence: "GET /trace/{traceId}/state: response 200 {state: object} in JSON, which is UTF-8 text.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const text = String(reply.body);
        const fits = Array.from(text).every((char) => char <= "\u00ff");
        return fits ? { ...reply, body: Buffer.from(text, "latin1") } : reply;
      });
    },
  },
  {
    id: "reserved-names-lost",
    lie: "Members of the legacy data named actionKey, workflowId or groupLabel are taken out of the data.",
    sentence: "body: {data: object, actionKey, workflowId, groupLabel}; the data of the action may hold any member.",
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
  {
    id: "parallel-states-overwritten",
    lie: "Of actions appended to a trace at the same time all links are kept, but the state shows only one.",
    sentence: after,
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
  {
    id: "parallel-reads-mixed",
    lie: "Parallel v2 reads of the states of two traces may both answer with the state of the later one.",
    sentence:
      "GET /v2/traces/{traceId}/state answers for the trace of the path; one trace's data never shows in another.",
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
];
