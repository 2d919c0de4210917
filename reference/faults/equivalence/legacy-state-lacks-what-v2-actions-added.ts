import { mapObject } from "../../hooks/walk.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyStateLacksWhatV2ActionsAdded: Fault = {
  id: "equivalence/legacy-state-lacks-what-v2-actions-added",
  title: "The legacy state leaves out members that a v2 action set.",
  requirement: ["EQUIV-01", "EQUIV-08"],
  install(hooks) {
    const added = new Map<string, Set<string>>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.operation.id !== "v2AppendAction") return;
      const known = added.get(write.trace.traceId) ?? new Set();
      for (const key of Object.keys(write.link.data)) known.add(key);
      added.set(write.trace.traceId, known);
    });
    inState(
      hooks,
      (data, { traceId }) => mapObject(data, (value, key) => (added.get(traceId)?.has(key) ? undefined : value)),
      { face: "legacy", kind: "state" },
    );
  },
};
