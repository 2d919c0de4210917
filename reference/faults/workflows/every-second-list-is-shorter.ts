import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const everySecondListIsShorter: Fault = {
  id: "workflows/every-second-list-is-shorter",
  title: "Every second call lacks the first workflow.",
  requirement: ["FLOW-06", "FLOW-03"],
  install(hooks) {
    const count = counter();
    hooks.around("workflows", (inner) => (call, items) => {
      const honest = inner(call, items);
      return count() % 2 === 0 ? honest.slice(1) : honest;
    });
  },
};
