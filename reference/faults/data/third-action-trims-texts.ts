import { texts } from "../support/json-changes.ts";
import type { Fault } from "../fault.ts";

export const thirdActionTrimsTexts: Fault = {
  id: "data/third-action-trims-texts",
  title: "From the third action of a trace on, texts lose the spaces at their ends.",
  requirement: "DATA-01",
  install(hooks) {
    const trimmed = texts((text) => text.trim());
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      if (honest.link.position < 3) return honest;
      const link = { ...honest.link, data: trimmed(honest.link.data) };
      return { ...honest, link, trace: { ...honest.trace, data: trimmed(honest.trace.data) } };
    });
  },
};
