import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const brokenFormIsAServerError: Fault = {
  id: "robustness/broken-form-is-a-server-error",
  title: "A multipart body that breaks off, or none at all, is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["bad-multipart", "wanted-multipart"], () => crashed());
  },
};
