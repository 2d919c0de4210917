import { traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const legacyTotalCountsLegacyLinks: Fault = {
  id: "equivalence/legacy-total-counts-legacy-links",
  title: "The legacy `totalCount` counts links that came through the legacy face, and the first.",
  requirement: ["EQUIV-02", "DETAILS-06"],
  install(hooks) {
    const others = new Map<string, number>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      const { traceId } = write.trace;
      if (call.operation.id === "v2AppendAction") others.set(traceId, (others.get(traceId) ?? 0) + 1);
    });
    hooks.around("page", (inner) => (call, page) => {
      const honest = inner(call, page);
      return call.face === "legacy"
        ? { ...honest, totalCount: honest.totalCount - (others.get(traceIdOf(call)) ?? 0) }
        : honest;
    });
  },
};
