import { shallowMerge } from "../../policy/state.ts";
import type { Variant } from "../variant.ts";

export const stateDataFirstWins: Variant = {
  id: "state-data/first-wins",
  title: "A member keeps its first value.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.fold = (before, link) => shallowMerge(link.data, before ?? {});
  },
};
