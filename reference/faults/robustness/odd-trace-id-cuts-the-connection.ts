import { onRefusal, brokenOff } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const oddTraceIdCutsTheConnection: Fault = {
  id: "robustness/odd-trace-id-cuts-the-connection",
  title: "The answer to a trace id that is no UUID breaks off, and the connection with it.",
  requirement: "ROBUST-04",
  install(hooks) {
    onRefusal(hooks, ["not-a-uuid"], (reply) => brokenOff(reply.status));
  },
};
