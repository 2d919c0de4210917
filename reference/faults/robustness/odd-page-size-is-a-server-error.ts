import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const oddPageSizeIsAServerError: Fault = {
  id: "robustness/odd-page-size-is-a-server-error",
  title: "A page size that is no whole number, or none above zero, is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["page-size"], () => crashed());
  },
};
