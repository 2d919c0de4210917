import { randomUUID } from "node:crypto";
import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const inventedTraceInEveryResult: Fault = {
  id: "search/invented-trace-in-every-result",
  title: "Every answer has one id more, of a trace that does not exist.",
  requirement: "SEARCH-10",
  install(hooks) {
    inFound(hooks, (found) => [...found, randomUUID()]);
  },
};
