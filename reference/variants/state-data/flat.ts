import type { Variant } from "../variant.ts";

export const stateDataFlat: Variant = {
  id: "state-data/flat",
  title: "The data is the state itself.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => trace.data;
  },
};
