import { onRefusal, brokenOff } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownDigestCutsTheConnection: Fault = {
  id: "robustness/unknown-digest-cuts-the-connection",
  title: "The answer to an unknown digest breaks off, and the connection with it.",
  requirement: "ROBUST-04",
  install(hooks) {
    onRefusal(hooks, ["unknown-digest"], (reply) => brokenOff(reply.status));
  },
};
