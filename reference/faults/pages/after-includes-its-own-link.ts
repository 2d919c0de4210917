import type { Fault } from "../fault.ts";

export const afterIncludesItsOwnLink: Fault = {
  id: "pages/after-includes-its-own-link",
  title: "The page after a cursor begins with the link of the cursor.",
  requirement: ["PAGE-03", "PAGE-05"],
  install(hooks) {
    hooks.around(
      "links",
      (inner) => (call, traceId, window) =>
        inner(call, traceId, { ...window, after: window.after === null ? null : window.after - 1 }),
    );
  },
};
