import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const malformedJsonIsAServerError: Fault = {
  id: "robustness/malformed-json-is-a-server-error",
  title: "Broken JSON is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["not-json"], () => crashed());
  },
};
