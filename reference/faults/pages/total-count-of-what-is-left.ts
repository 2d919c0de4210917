import type { Call } from "../../core/call.ts";
import type { Fault } from "../fault.ts";

export const totalCountOfWhatIsLeft: Fault = {
  id: "pages/total-count-of-what-is-left",
  title: "Behind a cursor `totalCount` counts the links from there on.",
  requirement: ["PAGE-09", "DETAILS-06"],
  install(hooks) {
    const skipped = new WeakMap<Call, number>();
    hooks.around("links", (inner) => (call, traceId, window) => {
      skipped.set(call, window.after ?? 0);
      return inner(call, traceId, window);
    });
    hooks.around("page", (inner) => (call, page) => {
      const honest = inner(call, page);
      return { ...honest, totalCount: honest.totalCount - (skipped.get(call) ?? 0) };
    });
  },
};
