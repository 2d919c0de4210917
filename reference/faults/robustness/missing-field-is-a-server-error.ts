import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const missingFieldIsAServerError: Fault = {
  id: "robustness/missing-field-is-a-server-error",
  title: "A request that lacks a field or member is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["field-missing", "member-missing", "part-missing"], () => crashed());
  },
};
