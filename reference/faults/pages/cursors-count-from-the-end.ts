import type { Call } from "../../core/call.ts";
import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const cursorsCountFromTheEnd: Fault = {
  id: "pages/cursors-count-from-the-end",
  title: "A cursor stands for a distance from the newest link, so it moves as the trace grows.",
  requirement: "PAGE-11",
  install(hooks) {
    const growth = new WeakMap<Call, number>();
    hooks.around("readPage", (inner) => (call, request) => {
      const honest = inner(call, request);
      const [after, before] = [honest.after?.split("~"), honest.before?.split("~")];
      growth.set(call, Number(after?.[1] ?? before?.[1] ?? Number.NaN));
      return { ...honest, after: after?.[0], before: before?.[0] };
    });
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const then = growth.get(call) ?? Number.NaN;
      const now = (await hooks.store.trace(traceId))?.linkCount ?? then;
      const moved = (position: number | null): number | null =>
        position === null || Number.isNaN(then) ? position : position + now - then;
      return inner(call, traceId, { ...window, after: moved(window.after), before: moved(window.before) });
    });
    inInfo(hooks, ({ startCursor, endCursor, ...info }, { totalCount }) => ({
      ...info,
      ...(startCursor === undefined ? {} : { startCursor: `${startCursor}~${String(totalCount)}` }),
      ...(endCursor === undefined ? {} : { endCursor: `${endCursor}~${String(totalCount)}` }),
    }));
  },
};
