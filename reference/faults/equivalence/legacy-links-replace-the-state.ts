import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const legacyLinksReplaceTheState: Fault = {
  id: "equivalence/legacy-links-replace-the-state",
  title: "A legacy link replaces the state by its data; a v2 action merges.",
  requirement: ["EQUIV-07", "STATE-03"],
  install(hooks) {
    foldOtherwise(hooks, (_before, { data }, call) => (call.face === "legacy" ? data : undefined));
  },
};
