import { isObject, own } from "../../../stand-ins/lib/json.ts";
import type { Invention } from "../../tools.ts";

export const state: Invention[] = [
  {
    id: "link-answer-knows-own-face",
    lie: "The answer to a legacy action has only those members of the state that came through the legacy face.",
    sentence: "POST /trace/{traceId}/link: {state: object}, the state data of the trace after the action.",
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
  {
    id: "files-member-overwritten",
    lie: "When an action has both files and a data member named files, the state shows the list of the former.",
    sentence: "A JSON object of state data: the data of the action may hold any member, and is kept.",
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
];
