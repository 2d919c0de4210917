import type { Call } from "../../core/call.ts";
import type { Fault } from "../fault.ts";

export const walkEndsBehindTheFourthLink: Fault = {
  id: "pages/walk-ends-behind-the-fourth-link",
  title: "No page behind the fourth link says that another one follows.",
  requirement: ["PAGE-07", "PAGE-05"],
  install(hooks) {
    const deep = new WeakSet<Call>();
    hooks.around("links", (inner) => (call, traceId, window) => {
      if ((window.after ?? 0) >= 4) deep.add(call);
      return inner(call, traceId, window);
    });
    hooks.around("page", (inner) => (call, page) => {
      const honest = inner(call, page);
      return deep.has(call) ? { ...honest, info: { ...honest.info, hasNext: false } } : honest;
    });
  },
};
