import type { LinkRecord } from "../../core/records.ts";
import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const linkOfAnotherTraceSlipsIn: Fault = {
  id: "details/link-of-another-trace-slips-in",
  title: "A page of three links or more ends with the first link of the trace that was created before.",
  requirement: ["DETAILS-11", "DETAILS-06"],
  install(hooks) {
    const neighbours = new Map<string, LinkRecord>();
    let newest: LinkRecord | undefined;
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.kind !== "create") return;
      if (newest !== undefined) neighbours.set(write.trace.traceId, newest);
      newest = write.link;
    });
    inFoundLinks(hooks, (links, { traceId }) => {
      const neighbour = neighbours.get(traceId);
      return neighbour === undefined || links.length < 3 ? links : links.toSpliced(-1, 1, neighbour);
    });
  },
};
