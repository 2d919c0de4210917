import type { JsonObject } from "../../core/json.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyStateStaysAsFirstRead: Fault = {
  id: "state/legacy-state-stays-as-first-read",
  title: "The legacy state is kept from the first read on and never follows the trace.",
  requirement: ["STATE-03", "EQUIV-01", "EQUIV-08"],
  install(hooks) {
    const seen = new Map<string, JsonObject>();
    inState(
      hooks,
      (data, { traceId }) => {
        const known = seen.get(traceId) ?? data;
        seen.set(traceId, known);
        return known;
      },
      { face: "legacy", kind: "state" },
    );
  },
};
