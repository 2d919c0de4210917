import { onRefusal, rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const errorBodyIsCut: Fault = {
  id: "robustness/error-body-is-cut",
  title: "The answer to broken JSON ends in the middle.",
  requirement: "ROBUST-06",
  install(hooks) {
    onRefusal(hooks, ["not-json"], (reply) =>
      rawJson(reply.status, '{"error":{"message":"unexpected token in JSON at'),
    );
  },
};
