import { discardActions } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const repeatedDataMakeNoLink: Fault = {
  id: "actions/repeated-data-make-no-link",
  title: "An action with the same data as the one before it is answered, but makes no link.",
  requirement: "ACT-05",
  install(hooks) {
    const latest = new Map<string, string>();
    discardActions(hooks, ({ link }) => latest.get(link.traceId) === JSON.stringify(link.data));
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      latest.set(write.trace.traceId, JSON.stringify(write.link.data));
    });
  },
};
