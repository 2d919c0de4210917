import { onRefusal, brokenOff } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const malformedJsonCutsTheConnection: Fault = {
  id: "robustness/malformed-json-cuts-the-connection",
  title: "The answer to broken JSON breaks off, and the connection with it.",
  requirement: "ROBUST-04",
  install(hooks) {
    onRefusal(hooks, ["not-json"], (reply) => brokenOff(reply.status));
  },
};
