import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const wrongTypeIsAServerError: Fault = {
  id: "robustness/wrong-type-is-a-server-error",
  title: "A JSON body that is no object, or has none where one belongs, is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["not-an-object"], () => crashed());
  },
};
