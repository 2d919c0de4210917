import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../fault.ts";

export const countIsReadBeforeTheLinks: Fault = {
  id: "concurrency/count-is-read-before-the-links",
  title: "The number of links is read a moment before the links, so that under way they do not agree.",
  requirement: "CONC-04",
  install(hooks) {
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const before = await hooks.store.trace(traceId);
      await wait(8);
      const found = await inner(call, traceId, window);
      if (found === undefined || before === undefined) return found;
      return { ...found, trace: { ...found.trace, linkCount: before.linkCount } };
    });
  },
};
