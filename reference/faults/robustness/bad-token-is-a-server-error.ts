import { onRefusal, crashed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const badTokenIsAServerError: Fault = {
  id: "robustness/bad-token-is-a-server-error",
  title: "A token that cannot be read is answered with 500.",
  requirement: "ROBUST-01",
  install(hooks) {
    onRefusal(hooks, ["unauthorized"], (reply, call) => (call.headers.authorization === undefined ? reply : crashed()));
  },
};
