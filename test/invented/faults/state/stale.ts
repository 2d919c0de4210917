/** States that are not read anew. */
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, after, beforehand, type Faults } from "../../tools.ts";

export const stale: Faults = {
  // "Retrieve trace state": that of the trace in the path
  "state-kept-by-its-size": {
    title: "The v2 state is kept for two seconds by its version, which is the number of links and the state's size.",
    apply(s) {
      const kept = new Map<string, { value: Json; until: number }>();
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const value = structuredClone(await stateOf(trace, call));
        if (call.face === "legacy") return value;
        const key = `${String(trace.links.length)} ${String(JSON.stringify(value).length)}`;
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.value;
        kept.set(key, { value, until: Date.now() + 2000 });
        return value;
      });
    },
  },
  "deaf-to-legacy-actions": {
    title: "The v2 state, once read, does not notice legacy actions until one comes through v2.",
    apply(s) {
      const kept = new WeakMap<Trace, Json>();
      after(s, "record", (recorded, call) => {
        if (call.face === "v2") kept.delete(recorded.trace);
      });
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const state = kept.get(trace) ?? (await stateOf(trace, call));
        kept.set(trace, state);
        return state;
      });
    },
  },
  "v2-state-cached": {
    title: "The v2 state, once read, does not notice actions appended through the legacy face.",
    apply(s) {
      const cache = new Map<string, Json>();
      beforehand(s, "record", (call, _user, _workflow, _input, known) => {
        if (call.face === "v2" && known) cache.delete(known.id);
      });
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const value = cache.get(trace.id) ?? (await stateOf(trace, call));
        cache.set(trace.id, value);
        return value;
      });
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
};
