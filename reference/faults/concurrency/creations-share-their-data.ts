import { setTimeout as wait } from "node:timers/promises";
import type { TraceWrite } from "../../core/records.ts";
import type { Fault } from "../fault.ts";

export const creationsShareTheirData: Fault = {
  id: "concurrency/creations-share-their-data",
  title: "Traces that are created at the same time get the data of the one that came last.",
  requirement: "CONC-02",
  install(hooks) {
    let latest: TraceWrite | undefined;
    hooks.around("create", (inner) => async (call, write) => {
      latest = write;
      await wait(5);
      const { data } = latest.trace;
      await inner(call, { ...write, trace: { ...write.trace, data }, link: { ...write.link, data } });
    });
  },
};
