import type { Variant } from "../variant.ts";

export const stateDataReplace: Variant = {
  id: "state-data/replace",
  title: "The state shows the data of the last action.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.fold = (_before, link) => link.data;
  },
};
