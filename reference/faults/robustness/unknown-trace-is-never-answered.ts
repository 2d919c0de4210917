import { onRefusal, stall } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownTraceIsNeverAnswered: Fault = {
  id: "robustness/unknown-trace-is-never-answered",
  title: "A request for a trace that does not exist gets no answer in any useful time.",
  requirement: "ROBUST-02",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], async (reply) => {
      await stall();
      return reply;
    });
  },
};
