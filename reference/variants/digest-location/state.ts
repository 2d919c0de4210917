import type { JsonObject } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const digestLocationState: Variant = {
  id: "digest-location/state",
  title: "The files are listed in the state of the trace and not in its links.",
  openPoint: "digest-location",
  install(hooks) {
    // Remembered here rather than stored, so that it goes with every way of folding the data.
    const files = new Map<string, JsonObject[]>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      const known = files.get(write.trace.traceId) ?? [];
      const added = write.files.map(({ digest, fileName, size }) => ({ digest, fileName, size }));
      files.set(write.trace.traceId, [...known, ...added]);
    });
    hooks.around("presentState", (inner) => (call, trace) => ({
      ...inner(call, trace),
      attachedFiles: files.get(trace.traceId) ?? [],
    }));
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { files: _hidden, ...rest } = present(link);
      return rest;
    };
  },
};
