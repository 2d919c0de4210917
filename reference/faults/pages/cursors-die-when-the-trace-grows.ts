import type { Call } from "../../core/call.ts";
import { unknownCursor } from "../../policy/page.ts";
import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const cursorsDieWhenTheTraceGrows: Fault = {
  id: "pages/cursors-die-when-the-trace-grows",
  title: "A cursor is refused once another link was appended.",
  requirement: ["PAGE-11", "REFUSE-03"],
  install(hooks) {
    const given = new WeakMap<Call, readonly number[]>();
    hooks.around("readPage", (inner) => (call, request) => {
      const honest = inner(call, request);
      const parts = [honest.after?.split("~"), honest.before?.split("~")] as const;
      given.set(
        call,
        parts.flatMap((part) => (part?.[1] === undefined ? [] : [Number(part[1])])),
      );
      return { ...honest, after: parts[0]?.[0], before: parts[1]?.[0] };
    });
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      if (given.get(call)?.some((then) => then !== found?.trace.linkCount)) throw unknownCursor();
      return found;
    });
    inInfo(hooks, ({ startCursor, endCursor, ...info }, { totalCount }) => ({
      ...info,
      ...(startCursor === undefined ? {} : { startCursor: `${startCursor}~${String(totalCount)}` }),
      ...(endCursor === undefined ? {} : { endCursor: `${endCursor}~${String(totalCount)}` }),
    }));
  },
};
