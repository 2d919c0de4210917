import type { Call } from "../../core/call.ts";
import type { TraceRecord } from "../../core/records.ts";
import type { Fault } from "../fault.ts";

export const sameInputSameTrace: Fault = {
  id: "creation/same-input-same-trace",
  title: "A creation with the input of an earlier one makes no trace and answers the UUID of that one.",
  requirement: "CREATE-07",
  install(hooks) {
    const traces = new Map<string, TraceRecord>();
    const repeated = new WeakSet<Call>();
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      if (call.kind !== "create") return honest;
      const { link, files } = honest;
      const input = JSON.stringify([link.workflowId, link.actionKey, link.data, files.map(({ digest }) => digest)]);
      const earlier = traces.get(input);
      if (earlier === undefined) {
        traces.set(input, honest.trace);
        return honest;
      }
      repeated.add(call);
      return { ...honest, trace: earlier };
    });
    hooks.around("create", (inner) => async (call, write) => {
      if (!repeated.has(call)) await inner(call, write);
    });
  },
};
