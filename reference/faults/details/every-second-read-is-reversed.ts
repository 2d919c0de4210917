import { counter } from "../support/counting.ts";
import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const everySecondReadIsReversed: Fault = {
  id: "details/every-second-read-is-reversed",
  title: "Every second read of a trace's details gives the links in reverse.",
  requirement: ["DETAILS-09", "DETAILS-08"],
  install(hooks) {
    const count = counter();
    inFoundLinks(hooks, (links, { traceId }) => (count(traceId) % 2 === 0 ? links.toReversed() : links));
  },
};
