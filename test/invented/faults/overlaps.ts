import type { Face } from "../../lib/service/http.ts";
import type { Trace } from "../service.ts";
import { pause, type Faults } from "../tools.ts";

/** What meets, or is done twice. */
export const overlaps: Faults = {
  // "Each appended action becomes a link of the trace."
  "a-lock-for-each-set": {
    title:
      "Each endpoint set has a lock of its own: of a v2 and a legacy action that meet at one trace, one is undone.",
    apply(s) {
      const { record } = s;
      const locks = { v2: new WeakMap<Trace, Promise<unknown>>(), legacy: new WeakMap<Trace, Promise<unknown>>() };
      s.record = async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input, known);
        const face: Face = call.face;
        const write = async () => {
          const before = { links: [...known.links], state: known.state };
          await pause(3);
          const recorded = await record(call, user, workflow, input, known);
          known.links = [...before.links, recorded.link];
          known.state = s.merge({ ...known, state: before.state }, input.data ?? {}, call);
          return recorded;
        };
        const done = (locks[face].get(known) ?? Promise.resolve()).then(write, write);
        locks[face].set(known, done);
        return done;
      };
    },
  },
  // "A trace has a state: a JSON object of state data."; "Retrieve trace state"
  "state-while-it-is-made": {
    title: "While an action is being stored, the v2 state of the trace is empty.",
    apply(s) {
      const { record, stateOf } = s;
      const busy = new Set<Trace>();
      s.record = async (...args) => {
        const known = args[4];
        if (!known) return record(...args);
        busy.add(known);
        await pause(5);
        busy.delete(known);
        return record(...args);
      };
      s.stateOf = (trace, call) =>
        busy.has(trace) && call.face === "v2" && call.method === "GET" ? {} : stateOf(trace, call);
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "answer-of-the-other": {
    title: "Of legacy actions on two traces that are in the works together, both are answered with the state of one.",
    apply(s) {
      const { record, stateOf } = s;
      let current: Trace | undefined;
      s.record = async (...args) => {
        const recorded = await record(...args);
        if (args[4]) current = recorded.trace;
        await pause(2);
        return recorded;
      };
      s.stateOf = (trace, call) =>
        stateOf(call.face === "legacy" && call.method === "POST" ? (current ?? trace) : trace, call);
    },
  },
  // "POST /v2/traces: Create a trace": one
  "slow-creation-tried-again": {
    title:
      "A v2 creation with more than 8 kB of files is tried again inside: search finds a twin that nobody asked for.",
    apply(s) {
      const { record } = s;
      s.record = async (...args) => {
        const [call, , , input, known] = args;
        const recorded = await record(...args);
        const size = input.files.reduce((sum, { data }) => sum + data.length, 0);
        if (!known && call.face === "v2" && size > 8192) await record(...args);
        return recorded;
      };
    },
  },
};
