import type { Call } from "../../core/call.ts";
import type { Variant } from "../variant.ts";

export const pageCombinationsFirstThenLast: Variant = {
  id: "page-combinations/first-then-last",
  title: "With both, `last` is taken from the `first` links.",
  openPoint: "page-combinations",
  install(hooks) {
    const wanted = new WeakMap<Call, number>();
    hooks.around("readPage", (inner) => (call, request) => {
      const read = inner(call, request);
      if (read.first === undefined || read.last === undefined) return read;
      wanted.set(call, read.last);
      return { ...read, last: undefined };
    });
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      const last = wanted.get(call);
      return found === undefined || last === undefined ? found : { ...found, links: found.links.slice(-last) };
    });
  },
};
