import { canonicalJson } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const stateDataJsonText: Variant = {
  id: "state-data/json-text",
  title: "The data is a text that holds JSON.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => ({ data: canonicalJson(trace.data) });
  },
};
