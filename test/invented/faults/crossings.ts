import type { Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, type Faults } from "../tools.ts";

/** What one trace, user or organization has of another. */
export const crossings: Faults = {
  // "Workflows are listed per organization name."
  "list-of-the-asker": {
    title: "The v2 workflow list is that of the user's own organization, whatever the name.",
    apply(s) {
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call) => {
        const user = await s.authenticate(call);
        return real(call, user.organization);
      });
    },
  },
  // "`{state: object}`, the state data of the trace after the action": nothing but its actions makes it
  "refused-strangers-write": {
    title: "A legacy action by a user of another organization is refused with 403, and its data are in the state.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        try {
          return await real(call, id);
        } catch (error) {
          const trace = s.traces.get(id.toLowerCase());
          if (trace && error instanceof Refusal && error.kind === "foreign") {
            const { data = {} } = await s.readInput(call);
            trace.state = s.merge(trace, data, call);
          }
          throw error;
        }
      });
    },
  },
  // "A trace is a record identified by a UUID."
  "first-block-of-the-uuid": {
    title:
      "A trace is found by the first eight characters of its UUID: any UUID that begins alike reads and writes it.",
    apply(s) {
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const begin = id.toLowerCase().slice(0, 8);
        const known = [...s.traces.keys()].find((one) => one.startsWith(begin));
        return findTrace(user, begin.length === 8 && id.length === 36 ? (known ?? id) : id, call);
      };
    },
  },
  // "Retrieve trace state": that of the trace in the path
  "state-kept-by-its-size": {
    title: "The v2 state is kept for two seconds by its version, which is the number of links and the state's size.",
    apply(s) {
      const { stateOf } = s;
      const kept = new Map<string, { value: Json; until: number }>();
      s.stateOf = async (trace, call) => {
        const value = structuredClone(await stateOf(trace, call));
        if (call.face === "legacy") return value;
        const key = `${String(trace.links.length)} ${String(JSON.stringify(value).length)}`;
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.value;
        kept.set(key, { value, until: Date.now() + 2000 });
        return value;
      };
    },
  },
};
