import { arrays } from "../support/json-changes.ts";
import { inState, inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const readingDetailsTurnsArrays: Fault = {
  id: "state/reading-details-turns-arrays",
  title: "Once the details of a trace were read, arrays in its state come in reverse.",
  requirement: ["STATE-05", "STATE-04"],
  install(hooks) {
    const read = new Set<string>();
    inFoundLinks(hooks, (links, { traceId }) => {
      read.add(traceId);
      return links;
    });
    const reversed = arrays((items) => items.toReversed());
    inState(hooks, (data, { traceId }) => (read.has(traceId) ? reversed(data) : data));
  },
};
