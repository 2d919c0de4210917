import { traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const refusedActionIsCounted: Fault = {
  id: "refusals/refused-action-is-counted",
  title: "An action that is refused counts in `totalCount`.",
  requirement: "REFUSE-01",
  install(hooks) {
    const refused = new Map<string, number>();
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      try {
        return await inner(call, traceId, compute);
      } catch (refusal) {
        refused.set(traceId, (refused.get(traceId) ?? 0) + 1);
        throw refusal;
      }
    });
    hooks.around("page", (inner) => (call, page) => {
      const honest = inner(call, page);
      return { ...honest, totalCount: honest.totalCount + (refused.get(traceIdOf(call)) ?? 0) };
    });
  },
};
