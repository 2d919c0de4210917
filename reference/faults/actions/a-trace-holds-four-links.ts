import { discardActions } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const aTraceHoldsFourLinks: Fault = {
  id: "actions/a-trace-holds-four-links",
  title: "A trace takes four links; later actions are answered and lost.",
  requirement: "ACT-05",
  install(hooks) {
    discardActions(hooks, ({ link }) => link.position > 4);
  },
};
