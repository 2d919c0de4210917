import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyComesNewestFirst: Fault = {
  id: "pages/legacy-comes-newest-first",
  title: "The legacy details list the links newest first, v2 oldest first.",
  requirement: ["EQUIV-02", "EQUIV-09", "DETAILS-08"],
  install(hooks) {
    inFoundLinks(hooks, (links) => links.toReversed(), { face: "legacy" });
  },
};
