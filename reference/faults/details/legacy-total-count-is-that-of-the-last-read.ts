import type { Fault } from "../fault.ts";

export const legacyTotalCountIsThatOfTheLastRead: Fault = {
  id: "details/legacy-total-count-is-that-of-the-last-read",
  title: "The legacy `totalCount` is the one that was true at the read before.",
  requirement: ["DETAILS-06", "EQUIV-02"],
  install(hooks) {
    const counts = new Map<string, number>();
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      if (found === undefined || call.face !== "legacy") return found;
      const linkCount = counts.get(traceId) ?? found.trace.linkCount;
      counts.set(traceId, found.trace.linkCount);
      return { ...found, trace: { ...found.trace, linkCount } };
    });
  },
};
