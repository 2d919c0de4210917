import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const missingDigestsAreAServerError: Fault = {
  id: "robustness/missing-digests-are-a-server-error",
  title: "An archive without digests is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["digests-missing"], () => crashed());
  },
};
