import type { Fault } from "../fault.ts";

export const anythingNamesTheNewestTrace: Fault = {
  id: "refusals/anything-names-the-newest-trace",
  title: "A text that is no UUID names the trace that was created last.",
  requirement: "REFUSE-04",
  install(hooks) {
    let newest: string | undefined;
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.kind === "create") newest = write.trace.traceId;
    });
    hooks.around("onRequest", (inner) => async (call) => {
      await inner(call);
      const params = call.params as Record<string, string>;
      const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(params["traceId"] ?? "");
      if (params["traceId"] !== undefined && !isUuid && newest !== undefined) params["traceId"] = newest;
    });
  },
};
