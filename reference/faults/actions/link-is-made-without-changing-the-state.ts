import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const linkIsMadeWithoutChangingTheState: Fault = {
  id: "actions/link-is-made-without-changing-the-state",
  title: "The third action of a trace makes a link, but its data never reach the state.",
  requirement: ["ACT-06", "STATE-03"],
  install(hooks) {
    foldOtherwise(hooks, (before, link) => (link.position === 3 ? before : undefined));
  },
};
