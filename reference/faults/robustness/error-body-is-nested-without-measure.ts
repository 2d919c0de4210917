import { onRefusal, rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const errorBodyIsNestedWithoutMeasure: Fault = {
  id: "robustness/error-body-is-nested-without-measure",
  title: "The answer to an unknown trace is nested a hundred thousand levels deep.",
  requirement: "ROBUST-07",
  install(hooks) {
    const depth = 100_000;
    onRefusal(hooks, ["unknown-trace"], (reply) =>
      rawJson(reply.status, `{"error":${"[".repeat(depth)}${"]".repeat(depth)},"data":null}`),
    );
  },
};
