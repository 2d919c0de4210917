import { createHash } from "node:crypto";
import { canonicalJson } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const stateDataOpaque: Variant = {
  id: "state-data/opaque",
  title: "The state tells where the trace stands and shows no data.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => ({
      revision: trace.linkCount,
      fingerprint: createHash("sha256").update(canonicalJson(trace.data)).digest("hex"),
    });
  },
};
