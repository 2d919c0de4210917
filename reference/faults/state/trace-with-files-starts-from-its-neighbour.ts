import type { JsonObject } from "../../core/json.ts";
import { shallowMerge } from "../../policy/state.ts";
import type { Fault } from "../fault.ts";

export const traceWithFilesStartsFromItsNeighbour: Fault = {
  id: "state/trace-with-files-starts-from-its-neighbour",
  title: "A trace created with files starts from the data of the trace that was created before it.",
  requirement: ["STATE-07", "STATE-03"],
  install(hooks) {
    let newest: JsonObject = {};
    hooks.around("fold", (inner) => (call, before, link) => {
      const data = inner(call, before, link);
      if (before !== undefined) return data;
      const shared = link.files.length > 0 ? shallowMerge(newest, data) : data;
      newest = data;
      return shared;
    });
  },
};
