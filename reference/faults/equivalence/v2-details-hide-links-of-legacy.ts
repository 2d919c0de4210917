import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsHideLinksOfLegacy: Fault = {
  id: "equivalence/v2-details-hide-links-of-legacy",
  title: "The v2 details leave out links that came through the legacy face.",
  requirement: ["EQUIV-08", "EQUIV-02", "ACT-05"],
  install(hooks) {
    const foreign = new Set<string>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (call.operation.id === "legacyAppendAction") foreign.add(write.link.linkId);
    });
    inFoundLinks(hooks, (links) => links.filter(({ linkId }) => !foreign.has(linkId)), { face: "v2" });
  },
};
