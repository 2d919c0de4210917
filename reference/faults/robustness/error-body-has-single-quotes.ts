import { onRefusal, rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const errorBodyHasSingleQuotes: Fault = {
  id: "robustness/error-body-has-single-quotes",
  title: "The answer to an unknown trace is not JSON, though it says so: its quotes are single.",
  requirement: "ROBUST-06",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], (reply) => rawJson(reply.status, "{'error': 'not found', 'data': None}"));
  },
};
