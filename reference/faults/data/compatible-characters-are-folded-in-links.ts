import { texts } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const compatibleCharactersAreFoldedInLinks: Fault = {
  id: "data/compatible-characters-are-folded-in-links",
  title: "Links show ligatures, full-width letters and the like as their plain counterparts.",
  requirement: ["DATA-07", "DETAILS-07"],
  install(hooks) {
    const folded = texts((text) => text.normalize("NFKC"));
    inLinks(hooks, (data) => folded(data));
  },
};
