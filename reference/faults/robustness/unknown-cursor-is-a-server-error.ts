import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownCursorIsAServerError: Fault = {
  id: "robustness/unknown-cursor-is-a-server-error",
  title: "A cursor that was never given out is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["unknown-cursor"], () => crashed());
  },
};
