import type { Fault } from "../fault.ts";

export const firstOneIsListedTwice: Fault = {
  id: "workflows/first-one-is-listed-twice",
  title: "The first workflow is listed twice.",
  requirement: "FLOW-04",
  install(hooks) {
    hooks.around("workflows", (inner) => (call, items) => {
      const honest = inner(call, items);
      return [...honest.slice(0, 1), ...honest];
    });
  },
};
