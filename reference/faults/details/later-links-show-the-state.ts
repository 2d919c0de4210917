import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const laterLinksShowTheState: Fault = {
  id: "details/later-links-show-the-state",
  title: "Links after the first show the state of the trace in place of the data of their action.",
  requirement: "DETAILS-07",
  install(hooks) {
    inFoundLinks(hooks, (links, trace) =>
      links.map((link) => (link.position === 1 ? link : { ...link, data: trace.data })),
    );
  },
};
