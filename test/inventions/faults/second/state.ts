import { own, put, sameJson, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import type { Trace } from "../../service.ts";
import { around, pause, type Invention } from "../../tools.ts";

const after = "The state of a trace follows from all the actions that were accepted for it, in their order.";
const sets = "The legacy set coexists with the v2 set: the same actions give the same state.";

export const state: Invention[] = [
  {
    id: "empty-action-clears",
    lie: "An appended action with empty data empties the state.",
    sentence: after,
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) =>
        trace.links.length > 0 && Object.keys(data).length === 0 ? {} : merge(trace, data, call);
    },
  },
  {
    id: "eighth-action-skipped",
    lie: "A snapshot of the state is taken at every eighth action, and that action itself is never applied.",
    sentence: after,
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) => (trace.links.length % 8 === 7 ? { ...trace.state } : merge(trace, data, call));
    },
  },
  {
    id: "same-value-removes",
    lie: "An action that gives a member the value which it already has removes the member from the state.",
    sentence: after,
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
  {
    id: "merged-by-action-key",
    lie: "The state is made of the actions in the order of their action keys, and only then of their arrival.",
    sentence: after,
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
  {
    id: "legacy-arrays-appended",
    lie: "An array given by a legacy action is appended to the one in the state; by v2 it replaces it.",
    sentence: sets,
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
  {
    id: "replica-behind",
    lie: "For half a second after an action, every second read of the state comes from a replica without it.",
    sentence: `${after} What one read has shown, the next one shows too.`,
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
  {
    id: "link-answer-before-files",
    lie: "A legacy action with files is answered with the state that the trace had before it.",
    sentence: "POST /trace/{traceId}/link: {state: object}, the state data of the trace after the action.",
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
  {
    id: "write-behind-lost",
    lie: "A legacy action changes the state only in a cache; a second later, with no action after it, it is undone.",
    sentence: `${after} Nothing undoes an action.`,
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
  {
    id: "missing-trace-has-empty-state",
    lie: "The legacy state of a UUID that no trace has is an empty object, with 200.",
    sentence: "traceId identifies a trace; GET /trace/{traceId}/state answers 200 with the state of that trace.",
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
  {
    id: "refusal-sticks",
    lie: "After a refused action, the next v2 read of the trace's state has the data, but still the status of the refusal.",
    sentence: "GET /v2/traces/{traceId}/state: response 200. A refused action leaves no mark.",
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
];
