import { refuseTooLate } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const refusedCreationIsFound: Fault = {
  id: "refusals/refused-creation-is-found",
  title: "A creation that is refused, because its action is unknown or its group wrong, can be found by search.",
  requirement: "REFUSE-02",
  install(hooks) {
    refuseTooLate(hooks, (call) => call.kind === "create");
  },
};
