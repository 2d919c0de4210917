import type { Fault } from "../fault.ts";

export const lastOneIsMissing: Fault = {
  id: "workflows/last-one-is-missing",
  title: "The last workflow of an organization is not listed.",
  requirement: "FLOW-03",
  install(hooks) {
    hooks.around("workflows", (inner) => (call, items) => inner(call, items).slice(0, -1));
  },
};
