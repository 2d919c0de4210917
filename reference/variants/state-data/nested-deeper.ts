import type { Variant } from "../variant.ts";

export const stateDataNestedDeeper: Variant = {
  id: "state-data/nested-deeper",
  title: "The data stands at `trace.current.values`.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => ({ trace: { current: { values: trace.data } } });
  },
};
