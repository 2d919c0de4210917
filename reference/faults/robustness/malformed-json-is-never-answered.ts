import { onRefusal, stall } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const malformedJsonIsNeverAnswered: Fault = {
  id: "robustness/malformed-json-is-never-answered",
  title: "Broken JSON gets no answer in any useful time.",
  requirement: "ROBUST-02",
  install(hooks) {
    onRefusal(hooks, ["not-json"], async (reply) => {
      await stall();
      return reply;
    });
  },
};
