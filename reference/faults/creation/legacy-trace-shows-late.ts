import type { Fault } from "../fault.ts";

export const legacyTraceShowsLate: Fault = {
  id: "creation/legacy-trace-shows-late",
  title: "A trace created through the legacy face can be read only after a third of a second.",
  requirement: ["CREATE-08", "EQUIV-08"],
  install(hooks) {
    const shownFrom = new Map<string, number>();
    const hidden = (traceId: string): boolean => (shownFrom.get(traceId) ?? 0) > Date.now();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.operation.id === "legacyCreateTrace") shownFrom.set(write.trace.traceId, Date.now() + 333);
    });
    hooks.around(
      "trace",
      (inner) => async (call, traceId) => (hidden(traceId) ? undefined : await inner(call, traceId)),
    );
    hooks.around(
      "links",
      (inner) => async (call, traceId, window) => (hidden(traceId) ? undefined : await inner(call, traceId, window)),
    );
  },
};
