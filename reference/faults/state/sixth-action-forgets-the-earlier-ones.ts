import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const sixthActionForgetsTheEarlierOnes: Fault = {
  id: "state/sixth-action-forgets-the-earlier-ones",
  title: "The sixth action of a trace makes the state anew from its own data.",
  requirement: "STATE-03",
  install(hooks) {
    foldOtherwise(hooks, (_before, link) => (link.position === 6 ? link.data : undefined));
  },
};
