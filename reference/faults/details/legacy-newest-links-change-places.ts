import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyNewestLinksChangePlaces: Fault = {
  id: "details/legacy-newest-links-change-places",
  title: "On a legacy page of three links or more the last two change places.",
  requirement: ["DETAILS-08", "EQUIV-02"],
  install(hooks) {
    inFoundLinks(
      hooks,
      (links) => {
        const last = links.at(-1);
        return links.length < 3 || last === undefined ? links : links.toSpliced(-1, 1).toSpliced(-1, 0, last);
      },
      { face: "legacy" },
    );
  },
};
