import { traceIdOf } from "../support/attachments.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const downloadsAreCountedInTheState: Fault = {
  id: "state/downloads-are-counted-in-the-state",
  title: "A download of a file adds a member to the state.",
  requirement: ["STATE-05", "STATE-04"],
  install(hooks) {
    const downloads = new Map<string, number>();
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      const files = inner(call, wanted, found);
      const traceId = traceIdOf(call);
      if (call.kind === "file") downloads.set(traceId, (downloads.get(traceId) ?? 0) + 1);
      return files;
    });
    inState(hooks, (data, { traceId }) => {
      const count = downloads.get(traceId);
      return count === undefined ? data : { ...data, downloads: count };
    });
  },
};
