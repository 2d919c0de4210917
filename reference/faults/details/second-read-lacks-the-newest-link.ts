import { counter } from "../support/counting.ts";
import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const secondReadLacksTheNewestLink: Fault = {
  id: "details/second-read-lacks-the-newest-link",
  title: "Every second read of a trace's details lacks the last link of the page.",
  requirement: ["DETAILS-09", "ACT-05"],
  install(hooks) {
    const count = counter();
    inFoundLinks(hooks, (links, { traceId }) => (count(traceId) % 2 === 0 ? links.slice(0, -1) : links));
  },
};
