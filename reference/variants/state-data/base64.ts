import { canonicalJson } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const stateDataBase64: Variant = {
  id: "state-data/base64",
  title: "The data is base64 of JSON text.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => ({
      data: Buffer.from(canonicalJson(trace.data)).toString("base64"),
    });
  },
};
