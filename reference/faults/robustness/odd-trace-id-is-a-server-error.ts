import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const oddTraceIdIsAServerError: Fault = {
  id: "robustness/odd-trace-id-is-a-server-error",
  title: "A trace id that is no UUID is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["not-a-uuid"], () => crashed());
  },
};
