import type { Fault } from "../fault.ts";

export const textBehindAUuidIsIgnored: Fault = {
  id: "refusals/text-behind-a-uuid-is-ignored",
  title: "What stands behind the UUID in a path is ignored.",
  requirement: "REFUSE-04",
  install(hooks) {
    hooks.around("onRequest", (inner) => async (call) => {
      await inner(call);
      const params = call.params as Record<string, string>;
      if (params["traceId"] !== undefined) params["traceId"] = params["traceId"].slice(0, 36);
    });
  },
};
