import { inLinkRecord } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const v2LinksHideTheirFiles: Fault = {
  id: "equivalence/v2-links-hide-their-files",
  title: "Links list their files through the legacy face only.",
  requirement: ["EQUIV-02", "FILE-04"],
  install(hooks) {
    inLinkRecord(hooks, (link) => ({ ...link, files: [] }), { face: "v2" });
  },
};
