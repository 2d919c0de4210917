import type { JsonObject } from "../../core/json.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const v2StateIsOneReadBehind: Fault = {
  id: "state/v2-state-is-one-read-behind",
  title: "The v2 state is the one of the read before.",
  requirement: ["STATE-03", "STATE-04", "EQUIV-01", "EQUIV-08"],
  install(hooks) {
    const seen = new Map<string, JsonObject>();
    inState(
      hooks,
      (data, { traceId }) => {
        const known = seen.get(traceId) ?? data;
        seen.set(traceId, data);
        return known;
      },
      { face: "v2", kind: "state" },
    );
  },
};
